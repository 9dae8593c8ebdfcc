const uuid GOOD = "00112233-4455-6677-8899-aabbccddeeff"
const uuid BAD = "00112233-4455"

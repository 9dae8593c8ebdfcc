const bool A = 1
const bool B = true
const bool C = false
const bool D = 0

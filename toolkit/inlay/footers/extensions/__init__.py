"""Extensions at field 32767: finding them, guessing what they are, adding, taking out, checking."""

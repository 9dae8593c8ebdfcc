"""Extensions at field 32767: finding them and guessing what they are."""

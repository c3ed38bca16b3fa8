"""The small network that reads sentences: what each does, which verbs it has, and the wish that it is.

`SentenceModel` tells the first two, `Pen` writes the third; both see a sentence through one `Encoder`.
Everything is NumPy, and nothing here knows the home.
"""

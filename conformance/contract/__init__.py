"""The contract of tool results as a library: complete output, canonical envelope, receipt.

A result has three forms, each derived from the previous one: a tool produces its complete output, ``projection``
bounds it to the canonical envelope, ``rendering`` turns the envelope into the receipt that the model sees.
"""

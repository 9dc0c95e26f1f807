"""What a receipt or a summary states of the things of a result: "Job job_83 is completed", "Job state: failed".

``words`` are those for states and what they exclude, ``claims`` are what a line states, ``things`` are what it may be
about, and ``contradictions`` compares both.
"""

"""What `make bench` measures: this suite, and what users would otherwise pick, on one core in one run.

* ``registry.py``: all measures and targets, one line each. Begin there.
* ``own.py``, ``peers/``: a function for each measure: it sets up and returns a function that plays some decisions. Beside
  each peer lies the list of what is installed for it.
* ``venvs.py``, ``worker.py``: a virtual environment for each peer, a process for each measure.
* ``figures.py``: what is no speed (memory, first steps). ``report.py``: the table.
"""

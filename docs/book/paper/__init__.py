"""The book on paper: a strip of instants for every simulation, and the whole book as a PDF."""

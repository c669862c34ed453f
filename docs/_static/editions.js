window.bookEditions = {}; // written by docs/book/editions.py after a build

"""A scene drawn: labelled sketch with matplotlib (`sketch`), player with anywidget (`player`)."""

"""A scene drawn: labelled sketch with matplotlib (`sketch`), player in the browser with anywidget (`player`)."""

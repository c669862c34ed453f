// Dragging a body to a new start.

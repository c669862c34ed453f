"""Pictures and experiments that a chapter or a task shows, and that are no systems of the lecture.

A cell imports them by module: ``from mechanics.demonstrations.point_pictures import turntable``. What has an id of the
lecture is a system, see `mechanics.systems`; a demonstration may use systems, never the other way round.
"""

"""A hurried person's hand, and a server of which one photo in three fails or is late, in every way that ends soon."""

from . import photos, replies


# Nobody listens there, and nobody has that name.
NOBODY, NO_HOST = "http://127.0.0.1:9/a.jpg", "http://nowhere.invalid/a.jpg"


def some_reply(number, chance):
    """The photo's reply: mostly good, otherwise slow, wrong, or very late."""
    body = photos.jpeg(number)
    kind = chance.random()
    if kind < 0.60:
        return replies.after(chance.uniform(0, 0.25), replies.photo(number))
    return chance.choice([
        replies.after(3, replies.photo(number)),
        replies.trickling(body, 1.5),
        replies.status(404),
        replies.status(500),
        replies.text(),
        replies.empty(),
        replies.cut_short(body),
        replies.chunked_cut_short(body),
        replies.not_gzipped(body),
        replies.invalid_chunk_size(body),
        replies.gzip_cut_short(body),
        replies.reset(body),
        replies.hanging_up(),
        replies.storm(b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\r\n"),
        replies.storm(b"HTTP/1.1 200 OK\r\n", b"X: " + b"a" * 50 + b"\r\n"),
        replies.storm(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
        replies.storm(b"HTTP/1.1 404 Not Found\r\n\r\n"),
        replies.of(body, code=429, Retry_After="3600"),
        replies.of(body[:len(body) // 2], code=206, Content_Range=f"bytes 7-{len(body)}/{len(body)}"),
        replies.of(body, code=401),
        *map(replies.redirect, [photos.path(number), "/nothing.jpg", NOBODY, NO_HOST, "file:///etc/hostname"]),
        replies.to_tls(),
    ])


class Hand:
    """A hurried person's hand."""

    def __init__(self, listed, chance):
        self.listed, self.chance = listed, chance
        self.pointer, self.keyboard = listed.program.desktop.pointer, listed.program.desktop.keyboard
        self.done = []

    def fling(self):
        movement = self.chance.choices(
            [self.wheel, self.page, self.end, self.home, self.scrollbar], [8, 4, 1, 1, 3])[0]
        self.done.append(movement())

    def wheel(self):
        notches, button = self.chance.randint(1, 30), self.chance.choice([5, 5, 5, 4])
        self.pointer.move(*self.listed.middle())
        self.pointer.wheel(notches=notches, button=button, interval=self.chance.choice([0.004, 0.015, 0.03]))
        return f"wheel {'down' if button == 5 else 'up'} {notches}"

    def page(self):
        key, times = self.chance.choice(["Next", "Next", "Prior"]), self.chance.randint(1, 5)
        for _ in range(times):
            self.keyboard.press(key)
        return f"{key} {times}"

    def end(self):
        self.keyboard.press("End")
        return "End"

    def home(self):
        self.keyboard.press("Home")
        return "Home"

    def scrollbar(self):
        start, end = self.chance.uniform(0.02, 0.98), self.chance.uniform(0.02, 0.98)
        self.listed.drag_scrollbar(start, end, steps=self.chance.randint(2, 15), interval=0.01)
        return f"scrollbar {start:.2f} to {end:.2f}"

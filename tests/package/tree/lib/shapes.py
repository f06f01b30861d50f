class Shape:
    """Has an area."""

    def area(self) -> float:
        raise NotImplementedError


class Square(Shape):
    def __init__(self, side: float):
        self.side = side

    def area(self) -> float:
        return square(self.side)


def square(x: float) -> float:
    return x * x

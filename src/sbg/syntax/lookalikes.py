"""Characters that look like ASCII ones and are not: what a person meant by them."""

LOOKALIKES = dict(
    zip(
        "АВЕКМНОРСТХІЈЅҮаеорсухіјѕһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο",
        "ABEKMHOPCTXIJSYaeopcyxijshdqwABEZHIKMNOPTYXo",
        strict=True,
    )
)
LOOKALIKES |= {chr(0xFF01 + i): chr(0x21 + i) for i in range(94)}  # full-width forms
LOOKALIKES |= {"−": "-", "–": "-", "—": "-", "‐": "-", "＋": "+", "∗": "*", "×": "x", "，": ","}

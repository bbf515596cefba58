/** What to take on a trip, as one Markdown page. */
export const packingList = `# Packing list

For up to four days, one cabin bag is enough. Everything below fits in it.

## Always

- Passport or identity card, and a photo of it on your phone
- Bank card and a second one, kept apart
- Phone, laptop and one charger that feeds both
- Keys to the flat you come home to

## Clothes

- One shirt or blouse for each day of meetings
- One pair of shoes you can walk 10 kilometres in
- A layer for cold trains, and a light rain jacket

## Toiletries

- Liquids in bottles of 100 ml or less when you fly
- Your own medicine, in its box, with the prescription

## By destination

- London: plug adapter type G
- New York: plug adapter type A or B, and a travel authorisation (ESTA) or visa
- Tokyo: plug adapter type A, and a small bag for your rubbish, because public bins are rare
- Copenhagen, Amsterdam: gloves for cycling from October to April
- Lisbon, Rome, Prague: flat shoes for the cobbles
`;

import { cities } from './cities.ts';
import { travelRules } from './travelRules.ts';

const costlyCities = cities.filter((city) => city.costly).map((city) => city.name);
const listed = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** The travel rules of the company as one Markdown page, a section for each topic. */
export const handbook = `# Travel handbook

The rules for every business trip at Larkfield Maps, the map studio. They are short on purpose: where they are
silent, spend the company's money as you would spend your own.

## Hotels

A hotel room may cost up to ${travelRules.hotelPerNight} euros a night, breakfast included.
In ${listed.format(costlyCities)} the limit is ${travelRules.hotelPerNightInCostlyCities} euros.

- Book a room that can be cancelled free of charge until the day before arrival.
- Stay within 30 minutes of your meeting. A cheaper room with a long taxi ride is not cheaper.
- Everybody has a room of their own.

## Meals

Meals are paid up to ${travelRules.mealsPerDay} euros a day, tips included.

- When the hotel or the host serves a meal, the day's limit is 15 euros lower for it.
- Alcohol is paid only at a dinner with guests, and one glass each is plenty.

## Trains and flights

Take the train when it gets you there in up to ${travelRules.trainUpToHours} hours; fly only when it does not.

- Trains are second class, flights are economy. Above eight hours in the air you may choose premium economy.
- Book at least 14 days ahead. Later bookings need a short reason on the booking.
- Arrive the evening before a meeting that starts earlier than 10:00.

## Expenses

Hand in your expenses within ${travelRules.claimWithinDays} days after you return.

- Keep a receipt for everything above ${travelRules.receiptAbove} euros. A readable photo counts.
- Use public transport first. Taxis are paid at night, with heavy luggage, or when three of you share one.
- Amounts in another currency are converted at the rate of the day you paid.

## Safety

Your safety comes before the schedule: cancel, wait or come home whenever a trip does not feel right.

- Leave your hotel's name and your arrival time in the team calendar.
- In an emergency call 112 in Europe, 911 in New York, and 119 for an ambulance in Tokyo. Then call the travel desk.
- Carry your passport or identity card, and keep a photo of it apart from the original.
`;

/**
 * The figures of the travel rules, in euros unless a name says otherwise. The handbook prints them and the city
 * table is planned within them, so the page a person reads and the costs a tool computes cannot drift apart.
 */
export const travelRules = {
  hotelPerNight: 180,
  hotelPerNightInCostlyCities: 240,
  mealsPerDay: 60,
  trainUpToHours: 5,
  receiptAbove: 15,
  claimWithinDays: 30,
} as const;

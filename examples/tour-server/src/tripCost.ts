import * as z from 'zod';
import type { Trip } from './tripInput.ts';

const euros = z.int().min(0);

/** What `estimate_cost` answers: whole euros; the four parts are for one traveller. */
export const tripCostShape = {
  city: z.string().meta({ title: 'City' }),
  days: z.int().min(1).meta({ title: 'Days' }),
  nights: z.int().min(0).meta({ title: 'Nights' }),
  travellers: z.int().min(1).meta({ title: 'Travellers' }),
  currency: z.literal('EUR').meta({ title: 'Currency' }),
  travelBy: z.enum(['train', 'plane']).meta({ title: 'Travel by' }),
  perTraveller: z
    .object({ travel: euros, hotel: euros, meals: euros, localTransport: euros, total: euros })
    .meta({ title: 'Per traveller' }),
  total: euros.meta({ title: 'Total', description: 'For all travellers together' }),
};

export type TripCost = z.infer<z.ZodObject<typeof tripCostShape>>;

/** The cost of a trip from the planning figures of its city. One night fewer than days; a day trip needs no hotel. */
export function tripCost({ city, days, travellers }: Trip): TripCost {
  const nights = days - 1;
  const travel = city.returnFare;
  const hotel = nights * city.hotelPerNight;
  const meals = days * city.mealsPerDay;
  const localTransport = days * city.localTransportPerDay;
  const each = travel + hotel + meals + localTransport;
  return {
    city: city.name,
    days,
    nights,
    travellers,
    currency: 'EUR',
    travelBy: city.travelBy,
    perTraveller: { travel, hotel, meals, localTransport, total: each },
    total: each * travellers,
  };
}

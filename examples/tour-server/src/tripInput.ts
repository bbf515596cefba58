import * as z from 'zod';
import type { City } from './city.ts';
import { cityNames, findCity, unknownCityMessage } from './cityLookup.ts';

// The schema lists the names, so that forms offer a choice and models cannot miss one; what arrives is looked up as
// forgivingly as the name in a guide's URI.
const city = z
  .string()
  .transform((name, context): City => {
    const found = findCity(name);
    if (!found) {
      context.addIssue(unknownCityMessage(name));
      return z.NEVER;
    }
    return found;
  })
  .meta({ title: 'City', description: 'Destination of the trip', enum: cityNames });

/** What both tools ask for. */
export const tripInput = {
  city,
  days: z.int().min(1).max(30).meta({ title: 'Days', description: 'Length of the trip in days, both ends counted' }),
  travellers: z
    .int()
    .min(1)
    .max(9)
    .default(1)
    .meta({ title: 'Travellers', description: 'How many people travel; one when left out' }),
};

/** A trip as the tools receive it after validation: a known city, 1 to 30 days, 1 to 9 travellers. */
export type Trip = z.output<z.ZodObject<typeof tripInput>>;

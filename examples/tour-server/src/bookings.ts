import type { Trip } from './tripInput.ts';
import { tripCost } from './tripCost.ts';

/** One booked trip. */
export interface Booking {
  /** `TRIP-0001` for the first booking of this process, then counting up. */
  readonly reference: string;
  readonly trip: Trip;
  /** First day as `YYYY-MM-DD`, when it is known. */
  readonly startDate: string | undefined;
}

/** The bookings of one server process. They are kept in memory and end with it. */
export class Bookings {
  readonly #made: Booking[] = [];

  /** Keeps a booking under the next reference and returns it. */
  add(trip: Trip, startDate: string | undefined): Booking {
    const reference = `TRIP-${String(this.#made.length + 1).padStart(4, '0')}`;
    const booking = { reference, trip, startDate };
    this.#made.push(booking);
    return booking;
  }
}

/** A booking as a Markdown page. */
export function bookingPage({ reference, trip, startDate }: Booking): string {
  const cost = tripCost(trip);
  return `# Booking ${reference}

| | |
|---|---|
| City | ${trip.city.name}, ${trip.city.country} |
| Starts | ${startDate ?? 'to be agreed'} |
| Days | ${trip.days} |
| Travellers | ${trip.travellers} |
| Journey | by ${trip.city.travelBy} from Brussels |
| Estimated cost | ${cost.total} euros |

This is a practice booking: nothing was ordered and nothing will be charged.
`;
}

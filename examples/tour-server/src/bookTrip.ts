import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { bookingPage, Bookings, type Booking } from './bookings.ts';
import { tripInput } from './tripInput.ts';

const startDate = z.iso
  .date('Give the first day as YYYY-MM-DD')
  .optional()
  .meta({ title: 'Start date', description: 'First day of the trip as YYYY-MM-DD; may be agreed later' });

/** Offers the tool `book_trip`: it keeps a booking, and the booking appears as a resource of its own. */
export function offerBookTrip(server: McpServer): void {
  const bookings = new Bookings();
  const definition = {
    title: 'Book a trip',
    description:
      'Books a trip and returns its booking reference. The booking can then be read as docs://booking/<reference>. ' +
      'It is a practice booking: it is kept until the server stops, and nothing is ordered or charged.',
    inputSchema: { ...tripInput, startDate },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  };
  server.registerTool('book_trip', definition, ({ startDate, ...trip }) => {
    const booking = bookings.add(trip, startDate);
    const link = offerBooking(server, booking);
    const { city, days, travellers } = trip;
    const people = travellers === 1 ? 'one traveller' : `${travellers} travellers`;
    const text = `Booked ${city.name} for ${people}, ${days === 1 ? 'one day' : `${days} days`}. Reference: ${booking.reference}.`;
    return { content: [{ type: 'text', text }, link] };
  });
}

/** Registers the resource, which makes the SDK send `notifications/resources/list_changed`, and links to it. */
function offerBooking(server: McpServer, booking: Booking) {
  const uri = `docs://booking/${booking.reference}`;
  const labels = {
    title: `Booking ${booking.reference}`,
    description: `The booked trip to ${booking.trip.city.name}.`,
    mimeType: 'text/markdown',
  };
  const name = `booking-${booking.reference}`;
  server.registerResource(name, uri, labels, () => ({
    contents: [{ uri, mimeType: labels.mimeType, text: bookingPage(booking) }],
  }));
  return { type: 'resource_link' as const, uri, name, ...labels };
}

import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { completeCity, findCity } from './cityLookup.ts';

const longestTrip = 30;

/** Prompt arguments are strings on the wire, so a number of days is a pattern here. */
const daysPattern = /^([1-9]|[12]\d|30)$/;
const daysWanted = `Give the days as a whole number from 1 to ${longestTrip}`;

const argsSchema = {
  city: completable(
    z.string('Name a city').trim().min(1, 'Name a city').describe('Where the trip goes, for example Paris'),
    (typed) => completeCity(typed),
  ),
  days: completable(
    z.string(daysWanted).trim().regex(daysPattern, daysWanted).describe(`How many days, from 1 to ${longestTrip}`),
    (typed) => completeDays(typed),
  ),
};

/** Completion of a half-typed number of days. */
function completeDays(typed: string): string[] {
  const all = Array.from({ length: longestTrip }, (_, index) => String(index + 1));
  return all.filter((days) => days.startsWith(typed.trim()));
}

/**
 * Offers the prompt `plan_trip`. Its text names the handbook by a mention, `@server:uri`; the host attaches what is
 * mentioned. The mention stands between spaces, so that every host can find its end.
 */
export function offerPlanTrip(server: McpServer): void {
  const labels = {
    title: 'Plan a trip',
    description: 'A day-by-day plan for a business trip that keeps to the rules of the travel handbook.',
  };
  server.registerPrompt('plan_trip', { ...labels, argsSchema }, ({ city, days }) => ({
    description: `A plan for ${dayCount(days)} in ${properName(city)}`,
    messages: [{ role: 'user', content: { type: 'text', text: planRequest(properName(city), days) } }],
  }));
}

/** A city the desk does not know can be planned too: the handbook's rules hold everywhere. */
function properName(city: string): string {
  return findCity(city)?.name ?? city;
}

function dayCount(days: string): string {
  return days === '1' ? 'one day' : `${days} days`;
}

function planRequest(city: string, days: string): string {
  return `Please plan a business trip to ${city} for ${dayCount(days)}.

The travel rules in @tour:docs://handbook apply to everything you propose.

Write one heading for each day. Under it, say how to get around, where to eat and what to see after work. Name the
nightly limit for the hotel and the daily limit for meals, and end with a checklist of what to book and by when.`;
}

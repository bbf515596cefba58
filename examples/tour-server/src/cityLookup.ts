import { cities } from './cities.ts';
import type { City } from './city.ts';

/** The names of all cities, as they are written in guides and schemas. */
export const cityNames: readonly string[] = cities.map((city) => city.name);

/** A person writes "new york" or "New-York" and means the same place. */
function normalized(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

/** The city of that name, whatever its case and word separators, or `undefined` when the desk does not know it. */
export function findCity(name: string): City | undefined {
  const wanted = normalized(name);
  return cities.find((city) => normalized(city.name) === wanted);
}

/** One sentence for everybody who asked for a city that does not exist here: what failed and what would work. */
export function unknownCityMessage(name: string): string {
  return `There is no city "${name}" in the tour. Known cities: ${cityNames.join(', ')}.`;
}

/** Completion of a half-typed city name: names that start with it first, then names that only contain it. */
export function completeCity(typed: string): string[] {
  const wanted = normalized(typed);
  const starting = cityNames.filter((name) => normalized(name).startsWith(wanted));
  const containing = cityNames.filter((name) => !starting.includes(name) && normalized(name).includes(wanted));
  return [...starting, ...containing];
}

import type { City } from './city.ts';
import { travelRules } from './travelRules.ts';

/** A short guide to one city as Markdown. */
export function cityGuide(city: City): string {
  const limit = city.costly ? travelRules.hotelPerNightInCostlyCities : travelRules.hotelPerNight;
  return `# ${city.name}

| At a glance | |
|---|---|
| Country | ${city.country} |
| ${city.languages.length > 1 ? 'Languages' : 'Language'} | ${city.languages.join(', ')} |
| ${city.airports.length > 1 ? 'Airports' : 'Airport'} | ${city.airports.join(', ')} |
| From Brussels | by ${city.travelBy}, about ${city.returnFare} euros return |
| Hotel | about ${city.hotelPerNight} euros a night; the handbook's limit here is ${limit} |
| Meals | about ${city.mealsPerDay} euros a day |

**Where to stay:** ${city.stayIn}.

**Good to know:** ${city.tip}
`;
}

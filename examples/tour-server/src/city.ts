/** One destination of the travel desk. Prices are the company's planning figures in whole euros for one traveller. */
export interface City {
  readonly name: string;
  readonly country: string;
  readonly languages: readonly string[];
  /** IATA codes, the most used airport first. */
  readonly airports: readonly string[];
  readonly stayIn: string;
  readonly tip: string;
  /** How one gets there from the home office in Brussels. */
  readonly travelBy: 'train' | 'plane';
  readonly returnFare: number;
  readonly hotelPerNight: number;
  readonly mealsPerDay: number;
  readonly localTransportPerDay: number;
  /** Whether the handbook's higher hotel limit applies here. */
  readonly costly: boolean;
}

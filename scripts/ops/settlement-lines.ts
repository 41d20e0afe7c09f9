// The lines that say what new prices changed in the shop.
import type { SettledShop } from '../../src/server/catalogue/prices/settle-shop.ts'

/** Returns a sentence for each thing that got other tickets or another prize, or pauses. */
export function settlementLines({ settlements }: Pick<SettledShop, 'settlements'>): string[] {
  return settlements.map(({ subject, outcome }) => `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${outcome}.`)
}

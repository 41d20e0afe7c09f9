// The addresses of PRICES_FROM.

/** Splits addresses at spaces, and at commas before another address: a query may have commas of its own. */
export function splitAddresses(text: string): string[] {
  return text
    .split(/,?\s+,?|,+(?=https?:\/\/)/i)
    .map((address) => address.replace(/^,+|,+$/g, ''))
    .filter((address) => address !== '')
}

// Addresses that no browser makes.

/**
 * The address to route by. One whose path cannot be decoded (`/%`, half a character) is taken as it stands, letter by letter, so
 * that it leads to the same "not found" as every other address that is not there.
 *
 * @param address path and query as they were sent
 */
export function routableAddress(address: string): string {
  const [path = '/', ...query] = address.split('?')
  try {
    decodeURIComponent(path)
    return address
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

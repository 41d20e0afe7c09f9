// Addresses that no browser sends.

/**
 * Returns the address to route by. In a path that cannot be decoded (`/%`, half a character) every `%` is escaped, so that it leads
 * to the same "not found" as any other missing path.
 *
 * @param address path and query as sent
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

// A cache with a limit that takes memory only for what it holds.
import { LRUCache } from 'lru-cache'

/**
 * Makes a cache that drops the least recently used entry above a limit. With `max` instead, the library reserves its lists at
 * once: 2.7 MB for 100,000 entries that a small site never has.
 *
 * @param entries the largest number of entries
 * @param lifetimeMs milliseconds until an entry is dropped; undefined for no end
 */
export function growingCache<Key extends {}, Value extends {}>(
  entries: number,
  lifetimeMs?: number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: entries, sizeCalculation: () => 1, ...(lifetimeMs && { ttl: lifetimeMs }) })
}

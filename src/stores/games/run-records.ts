// The keys of games whose result the player has not seen yet, so that the next page can tell what they gave. In IndexedDB, which
// writes to the disk at once: localStorage is written seconds later, and a browser that crashes loses it.

const DATABASE = 'spacedrop:runs'
const STORE = 'runs'

/** A game that was requested. */
export interface RunRecord {
  /** Its idempotency key. */
  readonly key: string
  readonly playerId: number
  /** When it was requested, by the browser's clock, in milliseconds since 1970. */
  readonly at: number
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(DATABASE)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' })
  const database = await settled(opening)
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    // Ends when its transactions have.
    database.close()
  }
}

/** The last change: a record is never removed before it is written. */
let changing: Promise<unknown> = Promise.resolve()

/** Makes a change after those before it. Browsers may forbid storage: then nothing is kept, and games go on without it. */
function change<Result>(work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<unknown> {
  changing = changing
    .then(() => withStore('readwrite', work))
    .catch((fault: unknown) => console.warn('The browser kept no record of this game', fault))
  return changing
}

/** Returns the name of the lock that the tab holds which plays a game, or tells its result. */
export function lockOf(key: string): string {
  return `${DATABASE}:${key}`
}

/** Returns all records; none where the browser forbids storage. */
export async function readRuns(): Promise<readonly RunRecord[]> {
  try {
    return await withStore<RunRecord[]>('readonly', (store) => store.getAll())
  } catch (fault) {
    console.warn('The browser does not tell which games it has records of', fault)
    return []
  }
}

/** Removes the record of a game. */
export async function forgetRun(key: string): Promise<void> {
  await change((store) => store.delete(key))
}

/**
 * Keeps the record of a game, and a lock that tells other tabs that this page plays it.
 *
 * @returns the function that removes both, once the result is shown
 */
export function rememberRun(record: RunRecord): () => void {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Only secure pages have locks.
  void navigator.locks?.request(lockOf(record.key), () => held)
  // A page in the back-forward cache would keep its lock.
  globalThis.addEventListener?.('pagehide', release, { once: true })
  void change((store) => store.put(record))
  return () => {
    globalThis.removeEventListener?.('pagehide', release)
    // In this order: a tab that waits for the lock tells what it still finds.
    void forgetRun(record.key).then(release)
  }
}

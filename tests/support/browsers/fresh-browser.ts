// Gives each test file modules, globals, a clock and a database of the browser of its own in a process that files share: a store is a state of
// its module.
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, vi } from 'vitest'
import { collectLines, takeLoggedLines } from '../runner/logged-lines.ts'

vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
globalThis.indexedDB = new IDBFactory()

collectLines()
afterEach(() => {
  const lines = takeLoggedLines()
  if (lines.length > 0) throw new Error(`logged, and expected by no test:\n${lines.join('\n')}`)
})

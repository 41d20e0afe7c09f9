// Gives each test file modules, globals and a clock of its own in a process that files share: a store is a state of its module.
import { vi } from 'vitest'

vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()

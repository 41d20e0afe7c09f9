// Starts the reality check of this page on import, and loads its dialog when it is due.
import { loadPart } from '../../stores/kernel/load-part.ts'
import { $due } from './reality-clock.ts'

async function show(): Promise<void> {
  try {
    ;(await loadPart(() => import('./RealityDialog.tsx'))).mountRealityCheck()
  } catch (fault) {
    console.error('The reminder could not be shown', fault)
  }
}

$due.subscribe((due) => {
  if (due !== null) void show()
})

// The reminder on this page, which starts when it is loaded: what is shown comes only when it is due.
import { $due } from './visit-clock.ts'

async function show(): Promise<void> {
  try {
    ;(await import('./RealityDialog.tsx')).showReality()
  } catch (fault) {
    console.error('The reminder could not be shown', fault)
  }
}

$due.subscribe((due) => {
  if (due !== null) void show()
})

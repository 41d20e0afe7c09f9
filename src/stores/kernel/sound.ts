// Plays the sounds of the site where the player has them on and the browser allows it. Files are loaded at their first use.
import { afterPaint } from './after-paint.ts'
import { $sound, $volume } from './preferences.ts'
import type { SoundName } from './sound-names.ts'

export interface Playing {
  /** Speed and pitch, 1 as recorded. */
  rate?: number
}

let context: Promise<AudioContext> | null = null
const recordings = new Map<SoundName, Promise<AudioBuffer>>()
/** Sounds that could not be loaded. Without a connection every tick of a reel would ask for them again. */
const failed = new Set<SoundName>()

function forgetFailures(): void {
  for (const name of failed) recordings.delete(name)
  failed.clear()
}

/** Keeps a failure until the next press, and logs the first one. */
function keepFailure(name: SoundName, fault: unknown): void {
  if (failed.size === 0) {
    console.warn('A sound could not be loaded', fault)
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, forgetFailures, { once: true, capture: true })
  }
  failed.add(name)
}

function recording(audio: AudioContext, name: SoundName): Promise<AudioBuffer> {
  const known = recordings.get(name)
  if (known !== undefined) return known
  const reading = fetch(`/sounds/${name}.wav`)
    .then((response) => {
      if (!response.ok) throw new Error(`No sound ${name}: ${response.status}`)
      return response.arrayBuffer()
    })
    .then((bytes) => audio.decodeAudioData(bytes))
  recordings.set(name, reading)
  reading.catch((fault) => keepFailure(name, fault))
  return reading
}

/**
 * Returns the page's sounds, made after the frame that answers the first press: they took a third of it on a slow phone. Safari starts sound
 * within a gesture only, and counts what a gesture has scheduled for the next second as part of it.
 */
function audioContext(): Promise<AudioContext> {
  context ??= new Promise<void>((resolve) => afterPaint(resolve)).then(() => new AudioContext())
  return context
}

async function sound(name: SoundName, { rate = 1 }: Playing): Promise<void> {
  const audio = await audioContext()
  if (audio.state === 'suspended') await audio.resume()
  const source = audio.createBufferSource()
  source.buffer = await recording(audio, name)
  source.playbackRate.value = rate
  const gain = audio.createGain()
  gain.gain.value = $volume.get() / 100
  source.connect(gain).connect(audio.destination)
  source.start()
}

/** Preloads sounds, so that the first tick of a reel is on time. Browsers require the call within a click. */
export function prepareSounds(names: readonly SoundName[]): void {
  if ($sound.get() === 'off' || typeof AudioContext === 'undefined') return
  audioContext()
    .then(async (audio) => {
      for (const name of names) recording(audio, name).catch(() => undefined)
      if (audio.state === 'suspended') await audio.resume()
    })
    .catch((fault) => console.warn('Sounds could not be prepared', fault))
}

/** Plays a sound unless the player turned sound off, or has not touched the page yet (browsers forbid it then). */
export function play(name: SoundName, playing: Playing = {}): void {
  if ($sound.get() === 'off' || typeof AudioContext === 'undefined') return
  if (navigator.userActivation?.hasBeenActive === false) return
  if (failed.has(name)) return
  sound(name, playing).catch((fault) => {
    if (!failed.has(name)) console.warn('A sound could not be played', fault)
  })
}

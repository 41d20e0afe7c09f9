// Plays the site's few sounds, when the player wants them and the browser allows it. Files are read at their first use.
import { $sound } from './preferences.ts'

export type SoundName = 'good' | 'bad' | 'tick' | 'win' | 'win-rare'

/** Volume of every sound, as the specification sets it for notifications. */
const VOLUME = 0.3

export interface Playing {
  /** Speed and pitch, 1 as recorded. */
  rate?: number
}

let context: AudioContext | null = null
const recordings = new Map<SoundName, Promise<AudioBuffer>>()

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
  // A sound that could not be read is asked for again next time.
  reading.catch(() => recordings.delete(name))
  return reading
}

async function sound(name: SoundName, { rate = 1 }: Playing): Promise<void> {
  context ??= new AudioContext()
  const audio = context
  if (audio.state === 'suspended') await audio.resume()
  const source = audio.createBufferSource()
  source.buffer = await recording(audio, name)
  source.playbackRate.value = rate
  const gain = audio.createGain()
  gain.gain.value = VOLUME
  source.connect(gain).connect(audio.destination)
  source.start()
}

/** Reads sounds ahead, so that the first tick of a reel is on time. Call it from a click. */
export function prepareSounds(names: readonly SoundName[]): void {
  if ($sound.get() === 'off' || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  for (const name of names) recording(context, name).catch(() => undefined)
}

/** Plays a sound unless the player turned sound off, or has not touched the page yet (browsers forbid it then). */
export function play(name: SoundName, playing: Playing = {}): void {
  if ($sound.get() === 'off' || typeof AudioContext === 'undefined') return
  if (navigator.userActivation?.hasBeenActive === false) return
  sound(name, playing).catch((fault) => console.warn('A sound could not be played', fault))
}

// Colours of pictures as #rrggbb.

/** Converts HSL to #rrggbb: hue 0 to 360, saturation and lightness 0 to 100. */
export function hsl(hue: number, saturation: number, lightness: number): string {
  const light = lightness / 100
  const chroma = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (offset: number): string => {
    const k = (offset + (((hue % 360) + 360) % 360) / 30) % 12
    const value = light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** Returns the three channels of #rrggbb, each 0 to 1. */
export function channels(colour: string): readonly [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

/** Mixes a `share` (0 to 1) of the second colour into the first. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)]
  const mixed = a.map((value, index) => value + ((b[index] ?? 0) - value) * share)
  return `#${mixed
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

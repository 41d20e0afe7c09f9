// The emblems on the front of crates, each in a square of 100 × 100: filled paths (evenodd) and lines.

export const CRATE_EMBLEMS = [
  'star',
  'planet',
  'comet',
  'skull',
  'flame',
  'crown',
  'diamond',
  'bolt',
  'eye',
  'wolf',
  'rose',
  'rocket',
  'moon',
  'atom',
  'leaf',
  'snow',
  'coin',
  'blade',
  'glove',
  'target',
  'wave',
  'sun',
  'dragon',
  'clover',
  'cat',
  'ufo',
  'satellite',
  'hourglass',
  'heart',
  'shield',
  'spider',
  'anchor',
  'feather',
  'key',
  'dice',
  'mask',
  'mountain',
  'galaxy',
  'robot',
  'trophy',
] as const

export type CrateEmblem = (typeof CRATE_EMBLEMS)[number]

export interface EmblemDrawing {
  readonly fill?: string
  /** Lines 7 wide. */
  readonly line?: string
}

const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`

/** Draws `count` copies in a circle; `draw` takes the cosine and sine of each direction. */
const around = (count: number, draw: (cos: number, sin: number) => string, from = 0): string =>
  Array.from({ length: count }, (_, index) => {
    const angle = from + (index / count) * Math.PI * 2
    return draw(Math.cos(angle), Math.sin(angle))
  }).join('')

const at = (value: number): string => value.toFixed(1)

const ray =
  (inner: number, outer: number) =>
  (cos: number, sin: number): string =>
    `M${at(50 + cos * inner)} ${at(50 + sin * inner)}L${at(50 + cos * outer)} ${at(50 + sin * outer)}`

const snowArm = (cos: number, sin: number): string => {
  const point = (along: number, aside: number): string =>
    `${at(50 + cos * along - sin * aside)} ${at(50 + sin * along + cos * aside)}`
  return `M50 50L${point(42, 0)}M${point(36, 11)}L${point(24, 0)}L${point(36, -11)}`
}

export const EMBLEMS: Readonly<Record<CrateEmblem, EmblemDrawing>> = {
  star: { fill: 'M50 6L62 37L95 39L69 60L78 92L50 74L22 92L31 60L5 39L38 37Z' },
  planet: {
    fill: ring(50, 50, 27),
    line: 'M25 62C8 72 2 80 6 84C14 92 46 76 68 54C90 34 98 20 92 15C88 11 78 16 68 24',
  },
  comet: { fill: `${ring(68, 66, 23)}M50 52L8 10L42 72ZM62 42L36 6L60 44ZM46 78L8 52L48 84Z` },
  skull: {
    fill: `M50 8C24 8 12 26 12 46C12 60 18 66 26 71L28 90L72 90L74 71C82 66 88 60 88 46C88 26 76 8 50 8Z${ring(34, 48, 11)}${ring(66, 48, 11)}M50 58L57 72L43 72ZM40 78H44V90H40ZM56 78H60V90H56Z`,
  },
  flame: {
    fill: 'M54 4C60 24 84 36 84 62C84 82 68 95 50 95C30 95 16 81 16 62C16 48 24 40 30 28C34 40 38 44 42 44C50 36 46 18 54 4ZM50 52C44 62 36 66 36 76C36 84 42 89 50 89C58 89 64 84 64 76C64 66 56 62 50 52Z',
  },
  crown: { fill: 'M10 74L4 28L28 48L50 14L72 48L96 28L90 74ZM12 80H88V90H12Z' },
  diamond: {
    fill: 'M26 14H74L96 40L50 92L4 40ZM34 22L27 36H44ZM66 22L56 36H73ZM18 44L42 74L32 44ZM82 44L58 74L68 44Z',
  },
  bolt: { fill: 'M60 3L16 56H44L36 97L84 40H54Z' },
  eye: {
    fill: `M3 50C20 24 34 18 50 18C66 18 80 24 97 50C80 76 66 82 50 82C34 82 20 76 3 50Z${ring(50, 50, 23)}${ring(50, 50, 12)}`,
  },
  wolf: {
    fill: 'M8 6L34 26L50 22L66 26L92 6L90 50L76 64L60 92L50 97L40 92L24 64L10 50ZM28 44L44 54L34 58ZM72 44L56 54L66 58ZM42 80H58L50 90Z',
  },
  rose: {
    fill: 'M50 6C70 6 84 20 82 36C80 54 66 62 50 62C34 62 20 54 18 36C16 20 30 6 50 6ZM50 16C40 16 32 24 34 34C38 30 44 28 50 32C56 36 54 44 46 46C56 52 70 44 70 32C70 22 60 16 50 16ZM47 62H54L54 97H47ZM54 86C60 72 72 70 84 72C82 84 68 92 54 90ZM46 80C40 70 30 68 20 70C22 78 34 86 46 84Z',
  },
  rocket: {
    fill: `M50 3C68 18 72 40 68 64L60 74H40L32 64C28 40 32 18 50 3Z${ring(50, 36, 9)}M28 50L12 70L14 86L32 72ZM72 50L88 70L86 86L68 72ZM42 78H58L50 97Z`,
  },
  moon: {
    fill: 'M66 8C42 8 20 26 20 52C20 78 40 94 62 94C72 94 80 90 86 84C62 86 44 70 44 48C44 30 54 16 66 8ZM74 30L78 40L88 42L80 48L82 58L74 52L66 58L68 48L60 42L70 40Z',
  },
  atom: {
    fill: ring(50, 50, 9),
    line: 'M50 6C62 6 66 28 66 50S62 94 50 94S34 72 34 50S38 6 50 6M12 28C18 18 40 24 58 34S94 62 88 72S60 76 42 66S6 38 12 28M88 28C82 18 60 24 42 34S6 62 12 72S40 76 58 66S94 38 88 28',
  },
  leaf: { fill: 'M92 6C46 6 12 26 12 62C12 74 18 82 24 86C30 60 48 44 68 34C50 48 38 66 34 90C74 96 96 56 92 6Z' },
  snow: { line: around(6, snowArm, Math.PI / 6) },
  coin: { fill: `${ring(50, 50, 45)}${ring(50, 50, 37)}M50 22L58 41L78 43L62 56L67 76L50 65L33 76L38 56L22 43L42 41Z` },
  blade: { fill: 'M94 5L88 34L42 74L30 62L66 14ZM24 58L46 80L38 86L30 78L12 95L5 88L22 70L16 64Z' },
  glove: {
    fill: 'M28 96V70L10 50C6 42 14 36 20 42L30 52V18C30 10 40 10 40 18V44L43 10C43 2 54 2 54 10V44L60 14C62 6 72 8 70 16L67 48L76 28C80 20 88 24 86 32L74 96Z',
  },
  target: {
    fill: `${ring(50, 50, 38)}${ring(50, 50, 29)}${ring(50, 50, 10)}`,
    line: 'M50 3V28M50 72V97M3 50H28M72 50H97',
  },
  wave: { fill: 'M4 78C20 78 22 20 60 12C84 10 96 28 94 44C86 30 70 28 64 38C56 52 72 66 96 66V90H4Z' },
  sun: { fill: ring(50, 50, 22), line: around(8, ray(32, 45)) },
  dragon: {
    fill: 'M10 40L34 28L28 6L52 22L88 12L74 30L96 38L78 46L92 64L70 60C72 76 62 92 40 96C50 86 52 78 46 72L18 74L6 62L22 58L10 50L30 50ZM48 36L62 40L52 46Z',
  },
  clover: {
    fill: 'M50 48C30 44 22 34 26 22C30 12 44 12 50 24C56 12 70 12 74 22C78 34 70 44 50 48ZM48 50C44 70 34 78 22 74C12 70 12 56 24 50C12 44 12 30 22 26C34 22 44 30 48 50ZM52 50C56 70 66 78 78 74C88 70 88 56 76 50C88 44 88 30 78 26C66 22 56 30 52 50ZM47 56H55C55 74 60 86 70 92L64 98C52 90 47 76 47 56Z',
  },
  cat: {
    fill: `M12 8L36 28C46 25 54 25 64 28L88 8L92 52C92 78 74 94 50 94S8 78 8 52Z${ring(32, 54, 8)}${ring(68, 54, 8)}M44 68H56L50 76Z`,
  },
  ufo: {
    fill: 'M30 40C30 20 38 12 50 12S70 20 70 40C88 44 97 50 97 57C97 68 76 75 50 75S3 68 3 57C3 50 12 44 30 40ZM36 40C46 43 54 43 64 40C63 26 58 19 50 19S37 26 36 40ZM24 54H34V61H24ZM45 58H55V65H45ZM66 54H76V61H66Z',
    line: 'M32 80L26 95M50 82V96M68 80L74 95',
  },
  satellite: {
    fill: 'M38 50L50 38L64 52L52 64ZM4 28L22 10L42 30L24 48ZM58 70L76 52L96 72L78 90ZM56 30L70 44L80 20Z',
    line: 'M20 78C28 84 34 84 40 80M12 88C26 98 40 96 48 88',
  },
  hourglass: {
    fill: 'M16 4H84V16H16ZM16 84H84V96H16ZM24 20H76C76 38 62 42 58 50C62 58 76 62 76 80H24C24 62 38 58 42 50C38 42 24 38 24 20ZM36 30C40 38 48 40 50 48C52 40 60 38 64 30ZM50 62C42 66 36 70 34 76H66C64 70 58 66 50 62Z',
  },
  heart: {
    fill: 'M50 94C16 68 4 52 4 34C4 18 15 8 28 8C38 8 46 13 50 22C54 13 62 8 72 8C85 8 96 18 96 34C96 52 84 68 50 94Z',
  },
  shield: { fill: 'M50 3L90 16V46C90 72 74 90 50 97C26 90 10 72 10 46V16ZM50 15L22 24V46C22 66 32 78 50 85Z' },
  spider: {
    fill: `${ring(50, 60, 19)}${ring(50, 33, 12)}`,
    line: 'M36 54L18 44L8 18M34 62L8 60L3 46M36 70L14 80L8 96M64 54L82 44L92 18M66 62L92 60L97 46M64 70L86 80L92 96',
  },
  anchor: {
    fill: `${ring(50, 16, 13)}${ring(50, 16, 6)}M45 28H55V40H74V50H55V82C70 80 78 72 80 62L68 64L86 44L97 66L90 64C88 84 70 96 50 96S12 84 10 64L3 66L14 44L32 64L20 62C22 72 30 80 45 82V50H26V40H45Z`,
  },
  feather: {
    fill: 'M94 5C60 6 34 22 26 46C22 58 22 66 24 74L5 94L11 98L30 80C42 82 56 78 66 66H50L74 56C80 48 84 40 86 32H68L90 22Z',
  },
  key: { fill: `${ring(30, 32, 27)}${ring(30, 32, 12)}M46 46L56 38L96 80L92 94L78 92V82H68V72H58Z` },
  dice: {
    fill: `M20 6H80Q94 6 94 20V80Q94 94 80 94H20Q6 94 6 80V20Q6 6 20 6Z${ring(28, 28, 9)}${ring(72, 28, 9)}${ring(50, 50, 9)}${ring(28, 72, 9)}${ring(72, 72, 9)}`,
  },
  mask: {
    fill: 'M4 24C24 18 40 22 50 30C60 22 76 18 96 24C98 60 84 80 66 78C56 77 54 66 50 66S44 77 34 78C16 80 2 60 4 24ZM16 42C24 36 36 38 42 50C32 56 20 54 16 42ZM84 42C76 36 64 38 58 50C68 56 80 54 84 42Z',
  },
  mountain: { fill: 'M3 88L38 20L56 52L66 38L97 88ZM38 36L28 56L36 52L42 60L50 56Z' },
  galaxy: {
    fill: `${ring(50, 50, 11)}${ring(84, 16, 4)}${ring(14, 82, 4)}`,
    line: 'M50 32C74 28 86 46 80 62C72 84 42 92 18 76M50 68C26 72 14 54 20 38C28 16 58 8 82 24',
  },
  robot: {
    fill: `M46 4H54V18H78Q88 18 88 28V78Q88 88 78 88H22Q12 88 12 78V28Q12 18 22 18H46ZM3 42H9V64H3ZM91 42H97V64H91Z${ring(34, 46, 10)}${ring(66, 46, 10)}M30 68H70V76H30Z`,
  },
  trophy: {
    fill: 'M24 6H76V16H96C96 40 88 54 70 56C66 64 60 68 56 70V80H72V94H28V80H44V70C40 68 34 64 30 56C12 54 4 40 4 16H24ZM13 24C14 36 19 44 27 46C25 40 24 32 24 24ZM87 24C86 36 81 44 73 46C75 40 76 32 76 24Z',
  },
}

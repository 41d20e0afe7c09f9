// Gloves: the back of a right hand, fingers up, thumb to the left; a pair is one glove and its mirror image.
import { type Drawing, disc, edge, grip, metal, type Part, paint, place, poly, ribs, steel } from './shape.ts'

const HAND =
  'M40 300C36 262 34 232 40 204L14 166Q4 148 18 142Q32 138 42 152L62 178C60 140 58 96 62 58Q66 42 80 44Q92 46 92 60L96 128L102 34Q104 18 118 18Q132 18 132 34L132 126L142 42Q146 28 158 30Q170 32 170 46L164 136L178 76Q184 62 194 66Q206 70 202 86C194 130 188 170 186 208C184 240 182 270 184 300Z'

const CUFF = poly('34,292 190,292 192,348,8 32,348,8', 6)

const KNUCKLES: readonly (readonly [number, number])[] = [
  [80, 154],
  [114, 146],
  [148, 150],
  [176, 166],
]

const hand = (parts: readonly Part[], lines: string): Drawing => ({ parts, lines })

const pair = (drawing: Drawing): Drawing => {
  const left = place(drawing, 0, 0, -9)
  const right = place(drawing, 470, 0, 9, 1, true)
  return { parts: [...left.parts, ...right.parts], lines: `${left.lines}${right.lines}` }
}

const SEAMS = 'M96 128L94 148M132 126L131 146M164 136L162 152'

const sporty = hand(
  [
    grip(HAND),
    paint(
      'M62 178C60 140 58 96 62 76L92 76L96 128L102 54L132 54L132 126L140 62L169 64L164 136L176 86L201 92C194 130 188 170 186 208L184 250L150 236L110 244L60 230Z',
    ),
    paint(CUFF),
    metal(poly('40,262 186,262 186,278 40,278', 4)),
    edge(poly('72,196 168,196 160,218 80,218', 6)),
  ],
  `${SEAMS}M64 100L92 100M102 90L132 90M138 92L166 94M172 112L196 116M46 320L178 320`,
)

const slick = hand(
  [
    paint(HAND),
    paint(poly('36,286 188,286 188,326,8 36,326,8', 6)),
    grip('M112 262A22 26 0 1 1 112 314A22 26 0 1 1 112 262Z'),
    ...KNUCKLES.map(([x, y]) => grip(disc(x, y, 8))),
    steel(disc(112, 316, 6)),
  ],
  `${SEAMS}M70 190L62 262M112 186L112 250M156 190L166 262M64 92L92 92M102 72L132 72M141 78L168 80M174 104L198 108`,
)

const wraps = hand(
  [
    grip(HAND),
    paint(
      'M60 178C58 150 58 130 60 112L93 110L96 128L100 106L132 106L132 126L136 108L168 110L164 136L168 122L194 128C190 160 187 180 186 208L184 300L40 300C36 262 34 232 40 204Z',
    ),
    paint(poly('32,288 192,288 194,352,8 30,352,8', 6)),
  ],
  'M38 214L188 176M36 236L188 196M36 258L188 218M38 280L188 240M44 298L188 262M34 306L190 290M32 326L192 308M32 344L192 328M60 128L194 142M52 196L188 156',
)

const moto = hand(
  [
    paint(HAND),
    grip(CUFF),
    grip('M60 138C90 122 150 122 190 150L186 196C150 176 100 172 62 188Z'),
    ...KNUCKLES.map(([x, y]) =>
      steel(poly(`${x - 13},${y - 4} ${x},${y - 14} ${x + 13},${y - 4} ${x + 11},${y + 16} ${x - 11},${y + 16}`, 5)),
    ),
    metal(poly('30,306 194,306 194,328 30,328', 4)),
    edge(poly('84,206 150,206 140,270 94,270', 10)),
  ],
  `${SEAMS}${ribs(66, 84, 84, 1, 1, 26)}M66 84L92 84M66 96L92 96M103 66L132 66M103 78L132 78M140 74L167 76M139 86L166 88M176 100L198 104M174 112L196 116`,
)

const specialist = hand(
  [
    grip(HAND),
    paint(
      'M62 178C60 150 58 110 61 84L92 84L96 128L101 64L132 64L132 126L139 70L168 72L164 136L175 96L200 102C194 130 188 170 186 208C184 240 182 270 184 300L40 300C36 262 34 232 40 204Z',
    ),
    grip(CUFF),
    grip(poly('70,148,8 180,148,8 182,182,8 68,182,8', 6)),
    paint(poly('34,308 190,308 190,326 34,326', 4)),
  ],
  `${SEAMS}${ribs(84, 152, 178, 8, 13)}M70 214L164 214M66 236L168 236M64 258L170 258`,
)

const studs = (rows: readonly number[], radius: number): Part[] =>
  rows.flatMap((y, row) => [72, 100, 128, 156].map((x) => steel(disc(x + (row % 2) * 12, y, radius))))

const bloodhound = hand(
  [
    paint(HAND),
    grip(CUFF),
    grip(poly('54,196 186,190 184,286 48,286', 8)),
    ...studs([214, 240, 266], 6),
    metal(poly('30,312 194,312 194,330 30,330', 4)),
  ],
  `${SEAMS}M64 92L92 92M102 72L132 72M141 78L168 80M174 104L198 108`,
)

const hydra = hand(
  [
    paint(HAND),
    paint(CUFF),
    ...KNUCKLES.map(([x, y]) => metal(disc(x, y + 6, 14))),
    ...KNUCKLES.map(([x, y]) => steel(disc(x, y + 6, 6))),
    grip(poly('76,206 156,206 148,282 82,282', 10)),
    ...[222, 244, 266].map((y) => steel(disc(114, y, 6))),
  ],
  `${SEAMS}M32 310L192 310M32 328L192 328M64 96L92 96M102 76L132 76M141 82L167 84M174 108L197 112`,
)

const brokenfang = hand(
  [
    paint(HAND),
    grip(CUFF),
    ...KNUCKLES.map(([x, y]) =>
      metal(poly(`${x - 12},${y + 18} ${x - 8},${y - 6} ${x},${y - 26},2 ${x + 8},${y - 6} ${x + 12},${y + 18}`, 4)),
    ),
    metal('M70 206L158 206L150 240L114 288L78 240Z'),
    edge('M86 216L142 216L138 236L114 266L90 236Z'),
    metal(poly('30,300 194,300 194,314 30,314', 3)),
  ],
  `${SEAMS}M64 88L92 88M102 68L132 68M141 74L168 76M176 100L199 104M46 330L178 330`,
)

export const gloves: Readonly<Record<string, Drawing>> = {
  sporty_gloves: pair(sporty),
  slick_gloves: pair(slick),
  leather_handwraps: pair(wraps),
  motorcycle_gloves: pair(moto),
  specialist_gloves: pair(specialist),
  studded_bloodhound_gloves: pair(bloodhound),
  studded_hydra_gloves: pair(hydra),
  studded_brokenfang_gloves: pair(brokenfang),
  t_gloves: pair(slick),
  ct_gloves: pair(specialist),
}

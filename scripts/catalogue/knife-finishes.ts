// How much players pay for the finishes of knives and gloves, compared with a plain one.

export interface Finish {
  /** Price against a plain finish of the same knife. */
  readonly worth: number
  /** Share of the knives with this finish that the catalogue takes. */
  readonly share: number
}

/** Finishes of knives by English name. A finish that is not here is left out of the catalogue. */
export const FINISHES: ReadonlyMap<string, Finish> = new Map([
  ['Fade', { worth: 2.1, share: 1 }],
  ['Gamma Doppler', { worth: 1.9, share: 0.9 }],
  ['Marble Fade', { worth: 1.7, share: 0.9 }],
  ['Doppler', { worth: 1.65, share: 1 }],
  ['Tiger Tooth', { worth: 1.5, share: 0.8 }],
  ['Slaughter', { worth: 1.45, share: 0.9 }],
  ['Lore', { worth: 1.4, share: 0.8 }],
  ['Crimson Web', { worth: 1.35, share: 0.9 }],
  ['Case Hardened', { worth: 1.25, share: 0.8 }],
  ['Autotronic', { worth: 1.15, share: 0.8 }],
  ['Blue Steel', { worth: 1, share: 0.5 }],
  ['Black Laminate', { worth: 0.95, share: 0.5 }],
  ['Damascus Steel', { worth: 0.9, share: 0.5 }],
  ['Night', { worth: 0.85, share: 0.4 }],
  ['Freehand', { worth: 0.85, share: 0.4 }],
  ['Ultraviolet', { worth: 0.8, share: 0.5 }],
  ['Stained', { worth: 0.78, share: 0.4 }],
  ['Bright Water', { worth: 0.76, share: 0.4 }],
  ['Rust Coat', { worth: 0.66, share: 0.4 }],
  ['Night Stripe', { worth: 0.62, share: 0.3 }],
  ['Urban Masked', { worth: 0.6, share: 0.3 }],
  ['Boreal Forest', { worth: 0.57, share: 0.3 }],
  ['Scorched', { worth: 0.55, share: 0.3 }],
  ['Safari Mesh', { worth: 0.52, share: 0.3 }],
])

/** The price of a knife without a finish, compared with a plain finish. */
export const PLAIN_KNIFE_WORTH = 1.35

/** The price of gloves that are in more demand than the others of their kind, as a factor by skin id. */
export const GLOVE_WORTH: ReadonlyMap<string, number> = new Map([
  ['sport-gloves-pandoras-box', 4.6],
  ['sport-gloves-hedge-maze', 4],
  ['sport-gloves-vice', 3.2],
  ['sport-gloves-superconductor', 3],
  ['sport-gloves-amphibious', 2],
  ['specialist-gloves-crimson-kimono', 2.6],
  ['specialist-gloves-fade', 2.2],
  ['specialist-gloves-emerald-web', 2.1],
  ['specialist-gloves-marble-fade', 1.8],
  ['driver-gloves-king-snake', 2.1],
  ['driver-gloves-imperial-plaid', 1.6],
  ['driver-gloves-crimson-weave', 1.7],
  ['driver-gloves-snow-leopard', 1.5],
  ['hand-wraps-cobalt-skulls', 1.9],
  ['hand-wraps-slaughter', 1.5],
  ['moto-gloves-spearmint', 2],
  ['moto-gloves-cool-mint', 1.3],
])

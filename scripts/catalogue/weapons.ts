// The class of each weapon, and its demand among players.
import type { WeaponClass } from '../../src/game/catalogue.ts'

export interface Weapon {
  readonly weaponClass: WeaponClass
  /** The demand compared with the average weapon; for a knife or gloves the price in cents of a plain, field-tested finish. */
  readonly demand: number
}

function weapons(weaponClass: WeaponClass, demands: Readonly<Record<string, number>>): [string, Weapon][] {
  return Object.entries(demands).map(([model, demand]) => [model, { weaponClass, demand }])
}

/** The models of the catalogue by their short names in the game. The Zeus has no weapon class here. */
export const WEAPONS: ReadonlyMap<string, Weapon> = new Map([
  ...weapons('pistol', { deagle: 1.6, usp_silencer: 1.6, glock: 1.5, p250: 0.7, fiveseven: 0.85, tec9: 0.75 }),
  ...weapons('pistol', { elite: 0.6, hkp2000: 0.75, cz75a: 0.65, revolver: 0.6 }),
  ...weapons('rifle', { ak47: 2.3, m4a1_silencer: 1.9, m4a1: 1.7, galilar: 0.85, famas: 0.8, aug: 0.75, sg556: 0.65 }),
  ...weapons('sniper', { awp: 2.4, ssg08: 0.9, scar20: 0.45, g3sg1: 0.4 }),
  ...weapons('smg', { mac10: 0.9, mp9: 0.85, p90: 0.95, mp7: 0.8, ump45: 0.75, mp5sd: 0.7, bizon: 0.5 }),
  ...weapons('shotgun', { xm1014: 0.55, nova: 0.45, mag7: 0.5, sawedoff: 0.45 }),
  ...weapons('machine-gun', { negev: 0.4, m249: 0.4 }),
  ...weapons('knife', { knife_butterfly: 88_000, knife_karambit: 62_000, knife_m9_bayonet: 52_000 }),
  ...weapons('knife', { knife_skeleton: 34_000, knife_widowmaker: 33_000, bayonet: 29_000, knife_flip: 19_000 }),
  ...weapons('knife', { knife_stiletto: 20_000, knife_outdoor: 17_500, knife_ursus: 15_500, knife_css: 16_000 }),
  ...weapons('knife', {
    knife_tactical: 13_000,
    knife_cord: 13_500,
    knife_kukri: 13_000,
    knife_survival_bowie: 12_500,
  }),
  ...weapons('knife', { knife_canis: 11_500, knife_falchion: 11_000, knife_push: 9000, knife_gypsy_jackknife: 8200 }),
  ...weapons('knife', { knife_gut: 8000 }),
  ...weapons('gloves', { sporty_gloves: 42_000, specialist_gloves: 26_000, slick_gloves: 19_000 }),
  ...weapons('gloves', { leather_handwraps: 16_000, motorcycle_gloves: 15_000, studded_bloodhound_gloves: 9000 }),
  ...weapons('gloves', { studded_brokenfang_gloves: 7500, studded_hydra_gloves: 7000 }),
])

// The class of each weapon, and its demand among players.
import type { WeaponClass } from '../../src/game/catalogue/catalogue.ts'

export interface Weapon {
  readonly weaponClass: WeaponClass
  /** The demand compared with the average weapon: the catalogue takes more finishes of one that is in demand. */
  readonly demand: number
}

function weapons(weaponClass: WeaponClass, demands: Readonly<Record<string, number>>): [string, Weapon][] {
  return Object.entries(demands).map(([model, demand]) => [model, { weaponClass, demand }])
}

function stars(weaponClass: WeaponClass, models: readonly string[]): [string, Weapon][] {
  return models.map((model) => [model, { weaponClass, demand: 1 }])
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
  ...stars('knife', [
    'knife_butterfly',
    'knife_karambit',
    'knife_m9_bayonet',
    'knife_skeleton',
    'knife_widowmaker',
    'bayonet',
    'knife_flip',
    'knife_stiletto',
    'knife_outdoor',
    'knife_ursus',
    'knife_css',
    'knife_tactical',
    'knife_cord',
    'knife_kukri',
    'knife_survival_bowie',
    'knife_canis',
    'knife_falchion',
    'knife_push',
    'knife_gypsy_jackknife',
    'knife_gut',
  ]),
  ...stars('gloves', [
    'sporty_gloves',
    'specialist_gloves',
    'slick_gloves',
    'leather_handwraps',
    'motorcycle_gloves',
    'studded_bloodhound_gloves',
    'studded_brokenfang_gloves',
    'studded_hydra_gloves',
  ]),
])

// What players call weapons and finishes: names that a search finds besides the official ones.

/**
 * By model. Only what is not a part of the name in some language; but `ak` and `cz` in the other keyboard layout are parts of other
 * names, and are listed so that they find the weapon too.
 */
const OF_MODELS: Readonly<Record<string, readonly string[]>> = {
  ak47: ['ak', 'калаш'],
  awp: ['слон'],
  bayonet: ['байонет'],
  cz75a: ['cz', 'чезет'],
  deagle: ['deagle', 'дигл', 'дезерт игл'],
  elite: ['dualies', 'дуалы', 'дуали'],
  fiveseven: ['57', 'файв севен'],
  hkp2000: ['p2k', 'п2к'],
  knife_butterfly: ['bfk', 'balisong', 'метелик', 'баттерфляй'],
  knife_canis: ['сурвайвал'],
  knife_css: ['классик'],
  knife_flip: ['флип'],
  knife_gut: ['гат'],
  knife_karambit: ['кара'],
  knife_m9_bayonet: ['байонет'],
  knife_outdoor: ['номад'],
  knife_push: ['тычки', 'даггеры'],
  knife_tactical: ['хантсман'],
  knife_ursus: ['урсус'],
  knife_widowmaker: ['талон'],
  m4a1: ['эмка'],
  m4a1_silencer: ['эмка'],
  sg556: ['krieg', 'криг'],
  ssg08: ['scout', 'скаут', 'муха'],
  ump45: ['юмп'],
  usp_silencer: ['юсп'],
}

/** By the English name of the finish: how it sounds, where the official name is a translation. */
const OF_FINISHES: Readonly<Record<string, readonly string[]>> = {
  'Blue Steel': ['блю стил'],
  'Case Hardened': ['кейс харденед'],
  'Crimson Web': ['кримсон веб'],
  Doppler: ['доплер', 'допплер'],
  'Dragon Lore': ['драгон лор'],
  Fade: ['фейд'],
  'Gamma Doppler': ['гамма доплер', 'гамма допплер'],
  Howl: ['хаул'],
  'Hyper Beast': ['хайпер бист'],
  'Marble Fade': ['марбл фейд'],
  Printstream: ['принтстрим'],
  Redline: ['редлайн'],
  Slaughter: ['слотер'],
  'Tiger Tooth': ['тайгер туз'],
}

/**
 * Returns the nicknames of a skin, none for most.
 *
 * @param model the game's short model name, e.g. `ak47`
 * @param englishName e.g. `AK-47 | Redline`
 */
export function nicknamesOf(model: string, englishName: string): readonly string[] {
  const finish = englishName.split(' | ')[1] ?? ''
  return [...(OF_MODELS[model] ?? []), ...(OF_FINISHES[finish] ?? [])]
}

// The categories of cases, in the order of the home page.
import type { Localized } from '../../../src/game/base/language.ts'
import { localized } from './theme.ts'

export const CATEGORIES: readonly { readonly id: string; readonly name: Localized }[] = [
  { id: 'launchpad', name: localized('Launchpad', 'Стартовая площадка', 'Стартовий майданчик') },
  { id: 'orbit', name: localized('In orbit', 'На орбите', 'На орбіті') },
  { id: 'armoury', name: localized('Ship armoury', 'Корабельный арсенал', 'Корабельний арсенал') },
  { id: 'nebulae', name: localized('Nebulae', 'Туманности', 'Туманності') },
  { id: 'constellations', name: localized('Constellations', 'Созвездия', 'Сузір’я') },
  { id: 'gravity', name: localized('Gravity duels', 'Гравитационные дуэли', 'Гравітаційні дуелі') },
  { id: 'blades', name: localized('Meteoric blades', 'Метеоритные клинки', 'Метеоритні клинки') },
  { id: 'spacewalk', name: localized('Spacewalk', 'Открытый космос', 'Відкритий космос') },
  { id: 'deep-space', name: localized('Deep space', 'Дальний космос', 'Далекий космос') },
]

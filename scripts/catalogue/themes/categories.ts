// The shelves of the shop, in the order of the home screen.
import type { Localized } from '../../../src/game/language.ts'
import { named } from './theme.ts'

export const CATEGORIES: readonly { readonly id: string; readonly name: Localized }[] = [
  { id: 'launchpad', name: named('Launchpad', 'Стартовая площадка', 'Стартовий майданчик') },
  { id: 'orbit', name: named('In orbit', 'На орбите', 'На орбіті') },
  { id: 'armoury', name: named('Ship armoury', 'Корабельный арсенал', 'Корабельний арсенал') },
  { id: 'nebulae', name: named('Nebulae', 'Туманности', 'Туманності') },
  { id: 'constellations', name: named('Constellations', 'Созвездия', 'Сузір’я') },
  { id: 'gravity', name: named('Gravity duels', 'Гравитационные дуэли', 'Гравітаційні дуелі') },
  { id: 'blades', name: named('Meteoric blades', 'Метеоритные клинки', 'Метеоритні клинки') },
  { id: 'spacewalk', name: named('Spacewalk', 'Открытый космос', 'Відкритий космос') },
  { id: 'deep-space', name: named('Deep space', 'Дальний космос', 'Далекий космос') },
]

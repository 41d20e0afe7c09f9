// Cases whose skins share a colour or an animal.
import { artOf, localized, type Theme } from './theme.ts'

const NEBULAE: readonly Theme[] = [
  {
    url: 'ice-giant',
    name: localized('Ice Giant', 'Ледяной гигант', 'Крижаний гігант'),
    category: 'nebulae',
    priceCents: 225,
    returnToPlayer: 0.92,
    items: 16,
    distribution: 'long',
    featured: ['ak-47-ice-coaled', 'm4a1-s-printstream', 'ak-47-asiimov'],
    pools: [
      { like: /\bice|snow|frost|arctic|winter|white|glacier|cold|alpine|silver|pearl|printstream|tread|platinum/i },
    ],
    art: artOf('crate', 'ice', [196, 220], 'snow', 0.2),
  },
  {
    url: 'green-aurora',
    name: localized('Green Aurora', 'Зелёное сияние', 'Зелене сяйво'),
    category: 'nebulae',
    priceCents: 325,
    returnToPlayer: 0.91,
    items: 20,
    distribution: 'long',
    featured: ['glock-18-gamma-doppler', 'shadow-daggers-gamma-doppler', 'p90-emerald-dragon'],
    pools: [
      {
        like: /green|emerald|jungle|toxic|acid|mint|gamma|leaf|palm|atheris|viper|hydra|malachite|virus|hydroponic|forest/i,
      },
    ],
    art: artOf('capsule', 'crystal', [128, 164], 'leaf', 0.1),
  },
  {
    url: 'blue-dwarf',
    name: localized('Blue Dwarf', 'Голубой карлик', 'Блакитний карлик'),
    category: 'nebulae',
    priceCents: 449,
    returnToPlayer: 0.9,
    items: 22,
    distribution: 'long',
    featured: ['ak-47-vulcan', 'ak-47-case-hardened', 'flip-knife-blue-steel'],
    pools: [
      {
        like: /blue|azure|water|\bsea|aqua|cobalt|navy|ocean|marina|poseidon|vulcan|frontside|hydra|tsunami|koi|dolphin/i,
      },
    ],
    art: artOf('pod', 'ice', [214, 188], 'wave', 0.25),
  },
  {
    url: 'violet-drift',
    name: localized('Violet Drift', 'Фиолетовый дрейф', 'Фіолетовий дрейф'),
    category: 'nebulae',
    priceCents: 549,
    returnToPlayer: 0.91,
    items: 20,
    distribution: 'long',
    featured: ['awp-neo-noir', 'ak-47-neon-rider', 'flip-knife-ultraviolet', 'bayonet-doppler'],
    pools: [
      {
        like: /violet|purple|galaxy|nebula|vapor|night(wish|mare)|neo-noir|moonrise|hypnotic|dream|neon|phantom|lilac|plum|disco/i,
      },
    ],
    art: artOf('drum', 'void', [276, 318], 'galaxy', 0.15),
  },
  {
    url: 'crimson-nebula',
    name: localized('Crimson Nebula', 'Багровая туманность', 'Багряна туманність'),
    category: 'nebulae',
    priceCents: 699,
    returnToPlayer: 0.9,
    items: 22,
    distribution: 'long',
    featured: ['karambit-crimson-web', 'ak-47-bloodsport', 'awp-redline', 'desert-eagle-code-red'],
    pools: [
      {
        like: /crimson|\bred|blood|ruby|rose|scarlet|cherry|valentine|kill confirmed|code red|candy|heart|slaughter|astor/i,
      },
    ],
    art: artOf('chest', 'void', [350, 6], 'rose', 0.2),
  },
  {
    url: 'black-hole',
    name: localized('Black Hole', 'Чёрная дыра', 'Чорна діра'),
    category: 'nebulae',
    priceCents: 888,
    returnToPlayer: 0.89,
    items: 18,
    distribution: 'jackpot',
    featured: ['m9-bayonet-doppler', 'usp-s-neo-noir', 'awp-neo-noir'],
    pools: [
      {
        like: /black|night|dark|shadow|obsidian|carbon|void|umbral|slate|phantom|graphite|abyss|tuxedo|facility|entombed/i,
      },
    ],
    art: artOf('vault', 'void', [245, 20], 'hourglass', 0.5),
  },
  {
    url: 'neon-pulsar',
    name: localized('Neon Pulsar', 'Неоновый пульсар', 'Неоновий пульсар'),
    category: 'nebulae',
    priceCents: 1750,
    returnToPlayer: 0.9,
    items: 24,
    distribution: 'steady',
    featured: ['m4a1-s-printstream', 'awp-hyper-beast', 'ak-47-neon-rider', 'flip-knife-gamma-doppler', 'awp-neo-noir'],
    pools: [
      {
        like: /neon|hyper beast|printstream|neo-noir|cyber|pulse|electric|vapor|starcade|asiimov|chatterbox|gamma|fade/i,
      },
      { rarities: ['classified', 'covert'], classes: ['rifle', 'pistol', 'smg', 'sniper'] },
    ],
    art: artOf('briefcase', 'crystal', [322, 178], 'heart', 0.1),
  },
  {
    url: 'golden-core',
    name: localized('Golden Core', 'Золотое ядро', 'Золоте ядро'),
    category: 'nebulae',
    priceCents: 2499,
    returnToPlayer: 0.89,
    items: 18,
    distribution: 'steady',
    featured: ['m4a1-s-golden-coil', 'm4a4-the-emperor', 'butterfly-knife-lore', 'flip-knife-tiger-tooth'],
    pools: [
      {
        like: /gold|brass|amber|lore|tiger tooth|arabesque|emperor|bronze|koi|cartel|aztec|anubis|pharaoh|nile|bengal/i,
      },
    ],
    art: artOf('vault', 'gold', [48, 38], 'trophy', 0.05),
  },
]

const CONSTELLATIONS: readonly Theme[] = [
  {
    url: 'lynx',
    name: localized('Lynx', 'Рысь', 'Рись'),
    category: 'constellations',
    priceCents: 275,
    returnToPlayer: 0.92,
    items: 14,
    distribution: 'long',
    featured: ['p90-death-by-kitty', 'gut-knife-tiger-tooth', 'falchion-knife-tiger-tooth'],
    pools: [{ like: /cat|kitty|tiger|tigris|panther|jaguar|leopard|leo\b|lion|lynx|cougar|paw\b|zebra|safari/i }],
    art: artOf('chest', 'rust', [34, 48], 'cat', 0.35),
  },
  {
    url: 'star-spider',
    name: localized('Star Spider', 'Звёздный паук', 'Зоряний павук'),
    category: 'constellations',
    priceCents: 525,
    returnToPlayer: 0.91,
    items: 18,
    distribution: 'long',
    featured: ['butterfly-knife-crimson-web', 'huntsman-knife-crimson-web'],
    pools: [
      {
        like: /web|spider|scorpion|snake|viper|cobra|serpent|venom|poison|bee|hive|wasp|basilisk|anolis|gila|atheris|worm|toxic|sting/i,
      },
    ],
    art: artOf('cylinder', 'carbon', [0, 110], 'spider', 0.45),
  },
  {
    url: 'phantom-station',
    name: localized('Phantom Station', 'Станция-призрак', 'Станція-привид'),
    category: 'constellations',
    priceCents: 1050,
    returnToPlayer: 0.9,
    items: 22,
    distribution: 'long',
    featured: ['usp-s-kill-confirmed', 'awp-containment-breach', 'desert-eagle-kumicho-dragon', 'karambit-tiger-tooth'],
    pools: [
      {
        like: /skull|death|phantom|ghost|nightmare|mortis|bone|grim|kill|necro|tooth|grave|entombed|executioner|apparition|hell|fear|reaper|fang/i,
      },
    ],
    art: artOf('crate', 'void', [168, 210], 'skull', 1),
  },
  {
    url: 'canis-major',
    name: localized('Canis Major', 'Большой Пёс', 'Великий Пес'),
    category: 'constellations',
    priceCents: 1337,
    returnToPlayer: 0.9,
    items: 22,
    distribution: 'long',
    featured: ['awp-hyper-beast', 'm4a1-s-hyper-beast', 'five-seven-hyper-beast'],
    pools: [
      {
        like: /wolf|howl|fox|dog\b|puppy|coyote|hyper beast|canis|hound|predator|cerberus|anubis|weasel|beast|hunter|carnivore|wild|fang/i,
      },
    ],
    art: artOf('briefcase', 'steel', [222, 262], 'wolf', 0.4),
  },
  {
    url: 'mask-of-mars',
    name: localized('Mask of Mars', 'Маска Марса', 'Маска Марса'),
    category: 'constellations',
    priceCents: 2750,
    returnToPlayer: 0.89,
    items: 20,
    distribution: 'steady',
    featured: ['awp-oni-taiji', 'aug-akihabara-accept', 'bayonet-slaughter', 'ak-47-the-empress'],
    pools: [
      {
        like: /oni|mask|samurai|kimono|shinobu|evil daimyo|medusa|empress|emperor|visions|nemesis|angry|brother|akihabara|ronin|saber/i,
      },
      { rarities: ['covert'], classes: ['rifle', 'sniper', 'pistol'] },
    ],
    art: artOf('chest', 'carbon', [12, 340], 'mask', 0.3),
  },
  {
    url: 'draco',
    name: localized('Draco', 'Дракон', 'Дракон'),
    category: 'constellations',
    priceCents: 3999,
    returnToPlayer: 0.89,
    items: 22,
    distribution: 'long',
    featured: [
      'karambit-lore',
      'm9-bayonet-lore',
      'ak-47-fire-serpent',
      'ssg-08-dragonfire',
      'desert-eagle-kumicho-dragon',
    ],
    pools: [
      { like: /dragon|lore|serpent|hydra|jörmungandr|xiangliu|wyrm|fire|flame|inferno|blaze/i },
      { rarities: ['covert', 'classified'], classes: ['rifle', 'sniper'] },
    ],
    art: artOf('chest', 'gold', [10, 150], 'dragon', 0.55),
  },
]

export const COLOURS: readonly Theme[] = [...NEBULAE, ...CONSTELLATIONS]

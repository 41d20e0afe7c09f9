// Rules from a finish's English name to its pattern and colours. The first match wins, so specific rules come first.
import type { Palette, PatternName } from './patterns.ts'

interface NameRule {
  readonly word: RegExp
  readonly pattern: PatternName
  readonly palette: Palette
}

/** Finishes known by name: pattern and colours together. */
export const NAME_RULES: readonly NameRule[] = [
  {
    word: /\b(?:candy apple|hot rod|anodized|berry gel|royal blue|sky blue|electric blue|coated|chameleon|duality|silver$)/i,
    pattern: 'gradient',
    palette: ['#6f7788', '#d9deea', '#848c9e', '#b4bac8'],
  },
  { word: /\b(?:gamma doppler|emerald$)/i, pattern: 'nebula', palette: ['#04160f', '#0bbf72', '#7dffb0', '#0a6fd6'] },
  { word: /\b(?:ruby)/i, pattern: 'nebula', palette: ['#3a0010', '#e0103a', '#ff5a7d', '#8a0022'] },
  { word: /\b(?:doppler)/i, pattern: 'nebula', palette: ['#120a3a', '#6a2bff', '#ff3fb4', '#2f7bff'] },
  { word: /\b(?:acid fade)/i, pattern: 'gradient', palette: ['#123d12', '#4fc31d', '#c8f53b', '#f3ffb0'] },
  { word: /\b(?:amber fade|amberline)/i, pattern: 'gradient', palette: ['#3a1c05', '#9a5410', '#f0a62a', '#ffdf8a'] },
  { word: /\b(?:marble fade)/i, pattern: 'marble', palette: ['#1246ff', '#c41030', '#ff7a18', '#ffe04a'] },
  {
    word: /\b(?:fade|sunset|daybreak)/i,
    pattern: 'gradient',
    palette: ['#ffd34a', '#ff7d5a', '#e83fa0', '#7a36e8', '#3f5bff'],
  },
  { word: /\b(?:tiger tooth)/i, pattern: 'tiger', palette: ['#ffc83a', '#ffe38a', '#c47a08', '#fff1c0'] },
  {
    word: /\b(?:tiger|bengal|zebra|tigris|jaguar|panther|leopard)/i,
    pattern: 'tiger',
    palette: ['#e08a2a', '#f2b65a', '#1c1310', '#ffe2a8'],
  },
  { word: /\b(?:slaughter)/i, pattern: 'damascus', palette: ['#8f0f1d', '#d8283a', '#ff6a70', '#4a060e'] },
  { word: /\b(?:damascus|etched|forged)/i, pattern: 'damascus', palette: ['#5b6172', '#a9b0c0', '#2f333f', '#dfe4ee'] },
  {
    word: /\b(?:crimson web|emerald web|web$|netting|spider)/i,
    pattern: 'web',
    palette: ['#a3122a', '#d02a3c', '#14090c', '#ff8c8c'],
  },
  {
    word: /\b(?:case hardened|heat treated)/i,
    pattern: 'patches',
    palette: ['#2a56c8', '#5aa8ff', '#d9a437', '#7a4fb0'],
  },
  { word: /\b(?:blue steel|blued)/i, pattern: 'rust', palette: ['#1b2740', '#35507f', '#6f8fc0', '#24324e'] },
  {
    word: /\b(?:rust|oxide|scorched|withered|corroded|parched|verdigris)/i,
    pattern: 'rust',
    palette: ['#3d2418', '#8a4a22', '#b9763a', '#5a6a5e'],
  },
  {
    word: /\b(?:stained|gunsmoke|smoke|ash\b|soot|charred|slag)/i,
    pattern: 'clouds',
    palette: ['#3a3d46', '#7b7f8a', '#b4b6ba', '#55503f'],
  },
  { word: /\b(?:dragon lore)/i, pattern: 'knots', palette: ['#a98b48', '#e6cf8d', '#6b4a1c', '#e4662a'] },
  {
    word: /\b(?:ancient lore|lore\b|baroque|arabesque|heirloom|chalice|filigree|damask|kintsugi|brocade)/i,
    pattern: 'knots',
    palette: ['#7c5413', '#d9a93a', '#4a2d08', '#ffe9a0'],
  },
  { word: /\b(?:asiimov)/i, pattern: 'panels', palette: ['#f1f3f6', '#ff7d1a', '#15171d', '#ff9d3f'] },
  {
    word: /\b(?:vulcan|nitro|cyrex|bloodsport|mecha)/i,
    pattern: 'panels',
    palette: ['#e8edf5', '#1f9be8', '#12151d', '#0f4fa8'],
  },
  { word: /\b(?:printstream)/i, pattern: 'pearl', palette: ['#f4f5fb', '#d9e6ff', '#ffdff4', '#d7fff0'] },
  {
    word: /\b(?:pearl|nacre|opal|bismuth|chromatic|iridescent)/i,
    pattern: 'pearl',
    palette: ['#ece6f6', '#b7d8ff', '#ffb9e6', '#b8ffdf'],
  },
  { word: /\b(?:redline)/i, pattern: 'lines', palette: ['#15161b', '#23252c', '#e0202f', '#ff6a5a'] },
  {
    word: /\b(?:carbon|black laminate|tuxedo|dark polymer|obsidian|black)/i,
    pattern: 'lines',
    palette: ['#14161c', '#20232b', '#5a6072', '#c9cfdf'],
  },
  {
    word: /\b(?:hyper beast|monster|fever dream|wild child|neon rider|player two|chatterbox)/i,
    pattern: 'brush',
    palette: ['#12343a', '#ff4fa0', '#1fe0c8', '#f4f03a'],
  },
  {
    word: /\b(?:neo-noir|nightwish|vaporwave|neon|kimono)/i,
    pattern: 'brush',
    palette: ['#23104a', '#ff3fae', '#39d5ff', '#f6f15a'],
  },
  {
    word: /\b(?:fire serpent|dragon king|dragon tattoo|dragonfire|medusa|jörmungandr|naga|hydra)|龍王/i,
    pattern: 'scales',
    palette: ['#2f5a2a', '#1c2f1c', '#c4a23a', '#ff7a2a'],
  },
  {
    word: /\b(?:dragon|serpent|snake|viper|python|cobra|gator|reptile|atheris|koi|fish|scale)/i,
    pattern: 'scales',
    palette: ['#2d7a5a', '#123a2d', '#58b07a', '#e8d06a'],
  },
  {
    word: /\b(?:howl|fire|flame|blaze|inferno|hell|heat|magma|pyre|burn|phoenix|incinegator)/i,
    pattern: 'flames',
    palette: ['#1c0d0d', '#c41f14', '#ff7a18', '#ffe04a'],
  },
  {
    word: /\b(?:gungnir|ice\b|frost|cold|glacier|polar|arctic|winter|snow|blizzard|avalanche|yeti|sleet)/i,
    pattern: 'marble',
    palette: ['#cfe9f7', '#8fc4ea', '#f6fcff', '#4a88c4'],
  },
  {
    word: /\b(?:water|groundwater|ocean|sea\b|wave|marine|hydro|aqua|tide\b|swell|splash|poseidon|reef\b|surf|undertow|rain\b)/i,
    pattern: 'waves',
    palette: ['#0b2f5c', '#1567b8', '#35b2e8', '#b9f0ff', '#0d4a86'],
  },
  {
    word: /\b(?:lightning|electric|thunder|storm|plasma|energy|mjölnir|shock)/i,
    pattern: 'nebula',
    palette: ['#170c38', '#3a2ab0', '#8f6bff', '#d8f1ff'],
  },
  {
    word: /\b(?:galaxy|nebula|cosmic|space|orion|star|moon|astral|supernova|meteor|orbit|stratosphere)/i,
    pattern: 'nebula',
    palette: ['#080a24', '#28318f', '#b03fd8', '#38c8ff'],
  },
  { word: /\b(?:ddpat|digital)/i, pattern: 'pixels', palette: ['#5a6642', '#39432c', '#7d8660', '#22281c'] },
  {
    word: /\b(?:safari|desert|sand|dune|tan\b|savannah|arid|drought|ochre)/i,
    pattern: 'camo',
    palette: ['#c9ad7c', '#a98a58', '#e0caa0', '#80673f'],
  },
  { word: /\b(?:urban|city|concrete)/i, pattern: 'camo', palette: ['#8e949e', '#5d626c', '#b9bec6', '#33363d'] },
  {
    word: /\b(?:forest|boreal|jungle|woodland|army|camo|predator|hunter|swamp|marsh|spruce|terrain|commando|grass|moss|pine)/i,
    pattern: 'camo',
    palette: ['#4d5b35', '#2f3a22', '#6f7a4a', '#1f2418'],
  },
  {
    word: /\b(?:leaf\b|leaves|lily|blossom|flora|bloom|vine|palm|bamboo|garden|lotus|flower|briar|roots|rose)/i,
    pattern: 'leaves',
    palette: ['#1f3a2a', '#3d8a52', '#e85a8a', '#ffd0dc'],
  },
  {
    word: /\b(?:printed|circuit|motherboard|mainframe|co-processor|cortex|cyber|neural|random access|spectron|circuit)/i,
    pattern: 'circuit',
    palette: ['#0d2a2a', '#12483f', '#2fe0a0', '#e8ff8a'],
  },
  {
    word: /\b(?:hex\b|hive|honey|bee\b|polymer|module|lattice|cell\b)/i,
    pattern: 'hexes',
    palette: ['#2a3348', '#161b28', '#4f7dff', '#ffb02e'],
  },
  {
    word: /\b(?:walnut|wood|timber|limba|bamboo|oak)/i,
    pattern: 'grain',
    palette: ['#5c371c', '#8f5c31', '#3a210f', '#b98350'],
  },
  {
    word: /\b(?:wash|graf|party|sticker|pop\b|toy|candy|sugar|berries|melondrama|snack)/i,
    pattern: 'splatter',
    palette: ['#ff5f8a', '#ffb14a', '#40d0ff', '#f7f36a'],
  },
  {
    word: /\b(?:mesh\b|halftone|dots?|perforated|perfo)/i,
    pattern: 'dots',
    palette: ['#7d8290', '#565b68', '#343843', '#a5abba'],
  },
  {
    word: /\b(?:gold\b|koi|brass|midas|bronze|copper|gilded|electrum)/i,
    pattern: 'damascus',
    palette: ['#a8731a', '#e8b93f', '#6b450c', '#ffe9a0'],
  },
  {
    word: /\b(?:silver|steel|stainless|chrome|zinc|titanium|graphite|metal|anodized|gunmetal)/i,
    pattern: 'grain',
    palette: ['#8b93a3', '#c6ccd8', '#5a6170', '#eef1f6'],
  },
  {
    word: /\b(?:granite|marbleized|stone|quartz|jade|malachite|ceramic|slate)/i,
    pattern: 'clouds',
    palette: ['#2f5a4c', '#64a386', '#b8dcc4', '#1d3a31'],
  },
]

/** Words that name a colour: hue in degrees and how strong it is, 0 to 1. */
export const COLOUR_WORDS: readonly { readonly word: RegExp; readonly hue: number; readonly strength: number }[] = [
  { word: /\b(?:crimson|red\b|blood|scarlet|ruby|candy apple|hot rod\b|cherr|baroque red)/i, hue: 352, strength: 1 },
  { word: /\b(?:orange|amber|pumpkin|koi|blaze)/i, hue: 24, strength: 1 },
  { word: /\b(?:gold\b|yellow|honey|brass|sunflower|banana|caution)/i, hue: 46, strength: 1 },
  { word: /\b(?:lime|acid|toxic|nuclear|poison|hazard|slime|goo\b)/i, hue: 82, strength: 1 },
  { word: /\b(?:green|emerald|jade|verdant|virus|mint|olive)/i, hue: 140, strength: 0.9 },
  { word: /\b(?:teal|turquoise|cyan|aqua)/i, hue: 176, strength: 0.9 },
  { word: /\b(?:blue|cobalt|azure|sapphire|navy|royal|indigo|boreal)/i, hue: 216, strength: 1 },
  { word: /\b(?:purple|violet|plum|ultraviolet|amethyst|mauve|grape)/i, hue: 272, strength: 0.9 },
  { word: /\b(?:pink|fuschia|rose|coral|magenta|peach)/i, hue: 326, strength: 0.9 },
  { word: /\b(?:night|shadow|dark|noir|midnight|black|obsidian|phantom|ghost)/i, hue: 236, strength: 0.28 },
  { word: /\b(?:brown|leather|caramel|mud\b|cocoa|chocolate|bronze|copper|rust)/i, hue: 22, strength: 0.55 },
  { word: /\b(?:desert|sand|safari|dune|savannah)/i, hue: 38, strength: 0.5 },
  { word: /\b(?:forest|jungle|woodland|hunt)/i, hue: 86, strength: 0.35 },
  { word: /\b(?:urban|arctic|polar|winter)/i, hue: 214, strength: 0.12 },
  { word: /\b(?:white|ivory|bone|silver|grey|gray|pale|chalk)/i, hue: 214, strength: 0.12 },
]

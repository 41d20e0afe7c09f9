// A small catalogue in a folder of its own, to be spoilt by a test: two skins, one case, its picture.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { type CataloguePlaces, readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'

const SKINS = `[
{"id":"ak-47-redline","model":"ak47","class":"rifle","rarity":"classified","star":false,"name":{"en":"AK-47 | Redline","ru":"AK-47 | Красная линия","uk":"АК-47 | Червона лінія"},"wears":["FN","MW","FT"],"stattrak":true,"icon":null},
{"id":"karambit","model":"knife_karambit","class":"knife","rarity":"covert","star":true,"name":{"en":"Karambit","ru":"Керамбит","uk":"Керамбіт"},"wears":[],"stattrak":true,"icon":null}
]
`

const PRICES = `{
"ak-47-redline.fn": 100,
"ak-47-redline.mw": 90,
"ak-47-redline.ft": 80,
"ak-47-redline.fn.st": 130,
"ak-47-redline.mw.st": 120,
"ak-47-redline.ft.st": 110,
"karambit": 60000,
"karambit.st": 50000
}
`

const CASES = `{
"categories": [
{"id":"orbit","name":{"en":"Orbit","ru":"Орбита","uk":"Орбіта"}}
],
"cases": [
{
  "url": "orion",
  "name": {"en":"Orion","ru":"Орион","uk":"Оріон"},
  "image": "orion.svg",
  "category": "orbit",
  "price": 130,
  "enabled": true,
  "art": {"form":"crate","material":"steel","hue1":210,"hue2":28,"emblem":"star","wear":0.15},
  "entries": [
    {"item":"karambit","tickets":100},
    {"item":"karambit.st","tickets":100},
    {"item":"ak-47-redline.fn.st","tickets":199800},
    {"item":"ak-47-redline.mw.st","tickets":200000},
    {"item":"ak-47-redline.ft.st","tickets":200000},
    {"item":"ak-47-redline.fn","tickets":100000},
    {"item":"ak-47-redline.mw","tickets":100000},
    {"item":"ak-47-redline.ft","tickets":200000}
  ]
}
]
}
`

const FREE_ENTRIES = `[
    {"item":"karambit","tickets":100},
    {"item":"karambit.st","tickets":100},
    {"item":"ak-47-redline.fn.st","tickets":199800},
    {"item":"ak-47-redline.mw.st","tickets":200000},
    {"item":"ak-47-redline.ft.st","tickets":200000},
    {"item":"ak-47-redline.fn","tickets":100000},
    {"item":"ak-47-redline.mw","tickets":100000},
    {"item":"ak-47-redline.ft","tickets":200000}
  ]`

const freeCase = (tier: string, deposited: number): string =>
  `{"tier":"${tier}","deposited":${deposited},"name":{"en":"Free ${deposited}","ru":"Даром ${deposited}","uk":"Даром ${deposited}"},"image":"orion.svg","entries":${FREE_ENTRIES}}`

const REWARDS = `{
"freeCases": [
${freeCase('spark', 500)},
${freeCase('comet', 2500)},
${freeCase('nova', 10000)}
],
"wheel": {
  "price": 100,
  "sectors": [
    {"prize":{"nothing":true},"tickets":100000},
    {"prize":{"balance":100},"tickets":100000},
    {"prize":{"balance":100},"tickets":200000},
    {"prize":{"item":"ak-47-redline.fn"},"tickets":200000},
    {"prize":{"balance":100},"tickets":200000},
    {"prize":{"balance":100},"tickets":200000}
  ]
},
"calendar": {
  "days": [{"balance":5},{"balance":5},{"balance":5},{"balance":5},{"balance":5},{"balance":5},{"balance":5},{"balance":5},{"item":"ak-47-redline.ft"}],
  "supers": [{"item":"ak-47-redline.fn.st"}]
},
"missions": [
{"id":"a","period":"daily","goal":"cases","count":10,"reward":{"balance":20}},
{"id":"b","period":"daily","goal":"upgrades","count":3,"reward":{"balance":25}},
{"id":"c","period":"daily","goal":"contracts","count":1,"reward":{"item":"ak-47-redline.ft"}},
{"id":"d","period":"weekly","goal":"cases","count":100,"reward":{"case":"orion"}},
{"id":"e","period":"weekly","goal":"contracts","count":10,"reward":{"balance":20}},
{"id":"f","period":"weekly","goal":"spent","count":10000,"reward":{"balance":200}}
],
"raffles": {"hourly":["ak-47-redline.ft"],"daily":["ak-47-redline.fn"],"weekly":["karambit"]},
"referral": [
{"name":"silver","from":0},
{"name":"gold","from":50000},
{"name":"platinum","from":500000}
],
"gifts": {
  "ownPercent": 40,
  "referrerPercent": {"silver":10,"gold":15,"platinum":20},
  "referrerHoldHours": 72,
  "rafflePercent": 10,
  "priceRiskPercent": 1,
  "leastStake": {"case":50,"upgrade":100,"contract":300,"wheel":100,"battle":50},
  "depositBonus": {"percent":10,"most":5000},
  "withoutDeposit": {"steamLevel":5,"accountDays":180},
  "wonPriceHours": 24
}
}
`

const PAYMENTS = `{
"holds": {
"card": {"firstHours":72,"laterHours":24},
"bank": {"firstHours":24,"laterHours":24},
"crypto": {"firstHours":0,"laterHours":0}
},
"newCardAccounts": {"days":7,"mostADay":10000},
"review": {"itemAbove":50000,"dayAbove":100000,"firstDepositHours":24,"steamAccountDays":365},
"priceRisePercent": 20
}
`

export interface CatalogueFolder extends CataloguePlaces, AsyncDisposable {
  write(file: string, text: string): Promise<void>
  /** Replaces a text in a file; fails when it is not there, so that a test cannot spoil nothing. */
  replace(file: string, from: string, to: string): Promise<void>
}

/** The folder with the sound catalogue; it is removed when its `await using` ends. */
export async function catalogueFolder(): Promise<CatalogueFolder> {
  const root = await mkdtemp(join(tmpdir(), 'catalogue-'))
  const folder = join(root, 'data')
  const pictures = join(root, 'cases')
  await Promise.all([mkdir(folder), mkdir(pictures)])
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text)
  await Promise.all([
    write('skins.json', SKINS),
    write('prices.json', PRICES),
    write('cases.json', CASES),
    write('rewards.json', REWARDS),
    write('payments.json', PAYMENTS),
    write('rates.json', '{ "RUB": 1, "USD": 90, "UAH": 2.1 }'),
    writeFile(join(pictures, 'orion.svg'), '<svg/>'),
  ])
  return {
    folder,
    pictures,
    write,
    async replace(file, from, to) {
      const text = await readFile(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
      await write(
        file,
        text.replace(from, () => to),
      )
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

/** The faults of the small catalogue after one change, as 'file:line: message'. */
export async function faultsAfter(file: string, from: string, to: string): Promise<string[]> {
  await using place = await catalogueFolder()
  await place.replace(file, from, to)
  const reading = await readCatalogue(place)
  return reading.ok ? [] : reading.faults.map((fault) => formatFault(fault).replace(`${place.folder}/`, ''))
}

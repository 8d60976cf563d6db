import { District as Districts, Municipality as Municipalities, Province as Provinces } from 'states-nepal';
import { type District, localLevels, type Municipality, type Province } from '#schema/location.ts';

/**
 * Corrections to the package's data, by its ids, where it is outdated or spelled differently from Nepal's offices: province
 * 1 is Koshi since March 2023 and province 2 Madhesh since January 2022.
 */
const provinceNames: Record<number, [english: string, nepali: string]> = {
  1: ['Koshi', 'कोशी'],
  2: ['Madhesh', 'मधेश'],
  3: ['Bagmati', 'बागमती'],
  7: ['Sudurpashchim', 'सुदूरपश्चिम'],
};
const districtNames: Record<number, [english: string, nepali: string]> = {
  5: ['Khotang', 'खोटाङ'],
  6: ['Morang', 'मोरङ'],
  7: ['Okhaldhunga', 'ओखलढुङ्गा'],
  8: ['Panchthar', 'पाँचथर'],
  25: ['Dhading', 'धादिङ'],
  28: ['Kavrepalanchok', 'काभ्रेपलाञ्चोक'],
  32: ['Ramechhap', 'रामेछाप'],
  44: ['Parbat', 'पर्वत'],
  45: ['Syangja', 'स्याङ्जा'],
  56: ['Eastern Rukum', 'पूर्वी रुकुम'],
  59: ['Western Rukum', 'पश्चिमी रुकुम'],
  74: ['Achham', 'अछाम'],
};
const municipalityNames: Record<number, [english: string, nepali: string]> = {
  316: ['Budhanilkantha', 'बुढानीलकण्ठ'],
};

interface Named {
  id: number;
  name: string;
}

/** Both names of each place, by its position in the English list. */
function named<T extends Named>(
  english: readonly T[],
  nepali: readonly Named[],
  names: Record<number, [string, string]>,
): (T & { name_ne: string })[] {
  const translated = new Map(nepali.map(({ id, name }) => [id, name.trim()]));
  return english.map((place) => ({
    ...place,
    name: names[place.id]?.[0] ?? place.name.trim(),
    name_ne: names[place.id]?.[1] ?? translated.get(place.id) ?? place.name.trim(),
  }));
}

export const provinces: readonly Province[] = named(
  new Provinces('en').allProvinces(),
  new Provinces('np').allProvinces(),
  provinceNames,
).map(({ id, name, name_ne }) => ({ id, name, name_ne }));

export const districts: readonly District[] = named(
  new Districts('en').allDistricts(),
  new Districts('np').allDistricts(),
  districtNames,
).map(({ id, name, name_ne, province_id: province }) => ({ id, name, name_ne, province }));

export const municipalities: readonly Municipality[] = named(
  new Municipalities('en').allMunicipalities(),
  new Municipalities('np').allMunicipalities(),
  municipalityNames,
).map(({ id, name, name_ne, district_id: district, category_id, wards }) => ({
  id,
  name,
  name_ne,
  district,
  level: localLevels[category_id - 1] ?? 'municipality',
  wards: Number(wards),
}));

const districtOf = new Map(districts.map((district) => [district.id, district]));
const municipalityOf = new Map(municipalities.map((municipality) => [municipality.id, municipality]));

export const isDistrict = (id: number): boolean => districtOf.has(id);

interface Address {
  province: number;
  district: number;
  municipality: number;
  ward: number;
}

/** Errors in an address, from the largest unit to the smallest: the first wrong field, with a message. */
export function addressError({ province, district, municipality, ward }: Address): [string, string] | null {
  if (!provinces.some(({ id }) => id === province)) return ['province', 'This province does not exist.'];
  if (districtOf.get(district)?.province !== province) {
    return ['district', 'This district is not in that province. Choose it again.'];
  }
  const place = municipalityOf.get(municipality);
  if (place?.district !== district) {
    return ['municipality', 'This municipality is not in that district. Choose it again.'];
  }
  if (ward > place.wards) return ['ward', `This municipality has ${place.wards} wards.`];
  return null;
}

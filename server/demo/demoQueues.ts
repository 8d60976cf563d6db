import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Files } from '../services/files/files.ts';
import { districts, municipalities } from '../services/people/locations.ts';
import { after, ago, reviewer } from './demoDecisions.ts';
import { cardPicture, keepDocument, linesPdf, portraitPicture } from './demoDocuments.ts';

/** A demonstration customer, by the address from demoAccounts.ts. */
interface Owner {
  account: string;
  name: string;
  user: string;
}

async function ownerOf(db: Db, email: string): Promise<Owner> {
  const { rows } = await sql<Owner>`
    SELECT a.uuid AS account, a.name, u.uuid AS "user" FROM account a JOIN users u ON u.account = a.uuid
    WHERE u.email = ${email}`.execute(db);
  if (!rows[0]) throw new Error(`the demonstration has no user ${email}`);
  return rows[0];
}

export interface Verification {
  of: string;
  hoursAgo: number;
  person: readonly [first: string, last: string, nepali: string];
  company?: readonly [name: string, pan: string];
  place: readonly [district: string, municipality: string, ward: number];
  number: string;
  tint: readonly [number, number, number];
  /** Hours after which it was approved; without them it waits. */
  approvedAfter?: number;
  /** Why it was rejected the day before. */
  before?: string;
}

const verifications: readonly Verification[] = [
  {
    of: 'maya@pokhara.test',
    hoursAgo: 27 * 24,
    approvedAfter: 6,
    person: ['Maya', 'Gurung', 'माया गुरुङ'],
    company: ['Pokhara Travels', '303456789'],
    place: ['Kaski', 'Pokhara', 6],
    number: '46-01-66-01275',
    tint: [70, 90, 160],
  },
  {
    of: 'ram@terai.test',
    hoursAgo: 74,
    person: ['Ram', 'Yadav', 'राम यादव'],
    company: ['Terai Mills Pvt. Ltd.', '302345678'],
    place: ['Morang', 'Biratnagar', 5],
    number: '05-01-68-00412',
    tint: [38, 99, 145],
  },
  {
    of: 'sarita@lumbini.test',
    hoursAgo: 20,
    person: ['Sarita', 'Tharu', 'सरिता थारू'],
    place: ['Rupandehi', 'Siddharthanagar', 8],
    number: '48-02-71-09231',
    tint: [150, 62, 62],
  },
  {
    of: 'dawa@sagarmatha.test',
    hoursAgo: 2,
    person: ['Dawa', 'Sherpa', 'दावा शेर्पा'],
    company: ['Sagarmatha School', '304567890'],
    place: ['Solukhumbu', 'Solu Dudhkunda', 4],
    number: '11-01-65-00877',
    tint: [62, 118, 78],
    before: 'The picture of the document is not readable. Take it again in daylight, with all four corners.',
  },
];

/** Seeds a verification with its documents, and the decision on it. */
export async function seedVerification(db: Db, files: Files, one: Verification): Promise<void> {
  const { account, user } = await ownerOf(db, one.of);
  const [first, last, nepali] = one.person;
  const [districtName, municipalityName, ward] = one.place;
  const district = districts.find(({ name }) => name === districtName);
  const municipality = municipalities.find(
    (place) => place.district === district?.id && place.name === municipalityName,
  );
  const keep = (name: string, content: Buffer) => keepDocument(db, files, account, name, content);
  const submitted = ago(one.hoursAgo);
  const approved = one.approvedAfter === undefined ? null : after(submitted, one.approvedAfter);
  const status = approved ? 'approved' : 'pending';
  const [company, pan] = one.company ?? [null, null];
  const certificate = company
    ? await keep(
        'pan-certificate.pdf',
        linesPdf(['PERMANENT ACCOUNT NUMBER (demonstration)', company, `PAN ${pan}`]),
      )
    : null;
  const { rows } = await sql<{ uuid: string }>`
    INSERT INTO kyc (uuid, account, "user", type, first_name, last_name, name_ne, birth_date, document_type,
      document_number, issue_date, issue_district, province, district, municipality, ward, company_name, company_pan,
      document_front, document_back, photo, pan_certificate, status, submitted_at, decided_at, created_at)
    VALUES (uuid_v7(${submitted}), ${account}, ${user}, ${company ? 'company' : 'individual'}, ${first}, ${last}, ${nepali}, '1984-04-12',
      'citizenship', ${one.number}, '2003-09-21', ${district?.id}, ${district?.province}, ${district?.id},
      ${municipality?.id}, ${ward}, ${company}, ${pan}, ${await keep('front.png', cardPicture(one.tint))},
      ${await keep('back.pdf', linesPdf(['Back of the certificate (demonstration)', `No. ${one.number}`]))},
      ${await keep('photo.png', portraitPicture(one.tint))}, ${certificate}, ${status}, ${submitted},
      ${approved}, ${submitted})
    RETURNING uuid`.execute(db);
  await sql`
    UPDATE account SET kyc_status = ${status}, type = ${company ? 'company' : 'individual'}
    WHERE uuid = ${account}`.execute(db);
  const decided = async (as: 'approved' | 'rejected', from: Date, at: Date, reason: string | null) =>
    sql`
      INSERT INTO kyc_decision (uuid, kyc, status, reason, submitted_at, decided_by, decided_at)
      VALUES (uuid_v7(${at}), ${rows[0]?.uuid}, ${as}, ${reason}, ${from}, ${reviewer}, ${at})`.execute(db);
  if (one.before) await decided('rejected', ago(one.hoursAgo + 30), ago(one.hoursAgo + 24), one.before);
  if (approved) await decided('approved', submitted, approved, null);
}

interface Payment {
  of: string;
  hoursAgo: number;
  method: 'bank' | 'cash' | 'cheque';
  reference: string | null;
  /** Minor units of a top-up, or the name of a package. */
  what: number | string;
  receipt?: 'png' | 'pdf';
}

const payments: readonly Payment[] = [
  {
    of: 'ram@terai.test',
    hoursAgo: 52,
    method: 'bank',
    reference: 'NABIL-88120',
    what: 4_000_000,
    receipt: 'png',
  },
  // The number of Himal Traders' transfer that was confirmed weeks ago.
  {
    of: 'maya@pokhara.test',
    hoursAgo: 27,
    method: 'bank',
    reference: 'NIC 20483311',
    what: 2_500_000,
    receipt: 'pdf',
  },
  { of: 'dawa@sagarmatha.test', hoursAgo: 6, method: 'cheque', reference: '00913345', what: 'Starter' },
  { of: 'sarita@lumbini.test', hoursAgo: 0.5, method: 'cash', reference: null, what: 150_000 },
];

async function seedPayment(db: Db, files: Files, one: Payment): Promise<void> {
  const { account, user, name: payer } = await ownerOf(db, one.of);
  const at = ago(one.hoursAgo);
  const lines = ['Deposit voucher (demonstration)', payer, `Number: ${one.reference}`];
  const receipt = one.receipt
    ? await keepDocument(
        db,
        files,
        account,
        `voucher.${one.receipt}`,
        one.receipt === 'pdf' ? linesPdf(lines) : cardPicture([120, 92, 40]),
      )
    : null;
  const name = typeof one.what === 'string' ? one.what : null;
  const amount = typeof one.what === 'number' ? one.what : null;
  await sql`
    INSERT INTO payment_reference (uuid, account, "user", kind, amount, method, reference, receipt, package,
      package_name, package_parts, package_days, created_at)
    SELECT uuid_v7(${at}), ${account}, ${user}, ${name ? 'package' : 'topup'}, coalesce(${amount}::bigint, p.price),
      ${one.method}, ${one.reference}, ${receipt}, p.uuid, p.name, p.parts, p.validity_days, ${at}
    FROM (SELECT 1) one LEFT JOIN sms_package p ON p.name = ${name}`.execute(db);
}

const senders: readonly { of: string; hoursAgo: number; name: string; purpose: string; proof?: string }[] = [
  {
    of: 'ram@terai.test',
    hoursAgo: 60,
    name: 'TERAIRICE',
    purpose: 'Prices and deliveries of rice, to shops that buy from us',
    proof: 'Trademark registration of TERAIRICE',
  },
  {
    of: 'maya@pokhara.test',
    hoursAgo: 30,
    name: 'N1CASIA',
    purpose: 'Tickets that were paid through the bank',
  },
  {
    of: 'sarita@lumbini.test',
    hoursAgo: 4,
    name: 'LUMBINIEYE',
    purpose: 'Appointments and free eye camps, to our patients',
    proof: 'Letter of the clinic',
  },
];

/**
 * Seeds requests of the other demonstration customers, all but one waiting for a decision: verifications, payments and sender IDs,
 * with documents to look at. The rows are part of the same transaction; the files go into the store.
 */
export async function seedQueues(db: Db, files: Files): Promise<void> {
  for (const verification of verifications) await seedVerification(db, files, verification);
  for (const payment of payments) await seedPayment(db, files, payment);
  for (const { of, hoursAgo, name, purpose, proof } of senders) {
    const { account, name: owner } = await ownerOf(db, of);
    const at = ago(hoursAgo);
    const document = proof
      ? await keepDocument(db, files, account, 'proof.pdf', linesPdf([`${proof} (demonstration)`, owner]))
      : null;
    await sql`
      INSERT INTO sender_identity (uuid, account, name, purpose, document, created_at)
      VALUES (uuid_v7(${at}), ${account}, ${name}, ${purpose}, ${document}, ${at})`.execute(db);
  }
}

/**
 * How a parameter is encoded (SMPP 3.4, 3.1): a number of one or two octets, a NUL-terminated text (a C-octet string, in
 * Latin-1), or octets, which as a mandatory parameter follow their length.
 */
type Kind = 'octet' | 'pair' | 'text' | 'octets';
type Layout = readonly (readonly [name: string, kind: Kind])[];

const BIND = [
  ['system_id', 'text'],
  ['password', 'text'],
  ['system_type', 'text'],
  ['interface_version', 'octet'],
  ['addr_ton', 'octet'],
  ['addr_npi', 'octet'],
  ['address_range', 'text'],
] as const satisfies Layout;

const BOUND = [['system_id', 'text']] as const satisfies Layout;

const ADDRESSES = [
  ['service_type', 'text'],
  ['source_addr_ton', 'octet'],
  ['source_addr_npi', 'octet'],
  ['source_addr', 'text'],
  ['dest_addr_ton', 'octet'],
  ['dest_addr_npi', 'octet'],
  ['destination_addr', 'text'],
  ['esm_class', 'octet'],
] as const satisfies Layout;

const MESSAGE = [
  ...ADDRESSES,
  ['protocol_id', 'octet'],
  ['priority_flag', 'octet'],
  ['schedule_delivery_time', 'text'],
  ['validity_period', 'text'],
  ['registered_delivery', 'octet'],
  ['replace_if_present_flag', 'octet'],
  ['data_coding', 'octet'],
  ['sm_default_msg_id', 'octet'],
  ['short_message', 'octets'],
] as const satisfies Layout;

const DATA = [
  ...ADDRESSES,
  ['registered_delivery', 'octet'],
  ['data_coding', 'octet'],
] as const satisfies Layout;

const TAKEN = [['message_id', 'text']] as const satisfies Layout;

const OUTBIND = [
  ['system_id', 'text'],
  ['password', 'text'],
] as const satisfies Layout;

const ALERT = [
  ['source_addr_ton', 'octet'],
  ['source_addr_npi', 'octet'],
  ['source_addr', 'text'],
  ['esme_addr_ton', 'octet'],
  ['esme_addr_npi', 'octet'],
  ['esme_addr', 'text'],
] as const satisfies Layout;

const NOTHING = [] as const satisfies Layout;

/** Set in the id of every response (5.1.2.1). */
export const RESPONSE = 0x80000000;

/** The commands that we send or accept, their ids (5.1.2.1) and mandatory parameters in order (4.1 to 4.12). */
export const COMMANDS = {
  generic_nack: { id: 0x80000000, layout: NOTHING },
  bind_receiver: { id: 0x00000001, layout: BIND },
  bind_receiver_resp: { id: 0x80000001, layout: BOUND },
  bind_transmitter: { id: 0x00000002, layout: BIND },
  bind_transmitter_resp: { id: 0x80000002, layout: BOUND },
  submit_sm: { id: 0x00000004, layout: MESSAGE },
  submit_sm_resp: { id: 0x80000004, layout: TAKEN },
  deliver_sm: { id: 0x00000005, layout: MESSAGE },
  deliver_sm_resp: { id: 0x80000005, layout: TAKEN },
  unbind: { id: 0x00000006, layout: NOTHING },
  unbind_resp: { id: 0x80000006, layout: NOTHING },
  bind_transceiver: { id: 0x00000009, layout: BIND },
  bind_transceiver_resp: { id: 0x80000009, layout: BOUND },
  outbind: { id: 0x0000000b, layout: OUTBIND },
  enquire_link: { id: 0x00000015, layout: NOTHING },
  enquire_link_resp: { id: 0x80000015, layout: NOTHING },
  alert_notification: { id: 0x00000102, layout: ALERT },
  data_sm: { id: 0x00000103, layout: DATA },
  data_sm_resp: { id: 0x80000103, layout: TAKEN },
} as const satisfies Record<string, { id: number; layout: Layout }>;

/** Tags of the optional parameters that we send or read (5.3.2). All others are skipped. */
export const TLVS = {
  receipted_message_id: { tag: 0x001e, kind: 'text' },
  sar_msg_ref_num: { tag: 0x020c, kind: 'pair' },
  sar_total_segments: { tag: 0x020e, kind: 'octet' },
  sar_segment_seqnum: { tag: 0x020f, kind: 'octet' },
  network_error_code: { tag: 0x0423, kind: 'octets' },
  message_payload: { tag: 0x0424, kind: 'octets' },
  message_state: { tag: 0x0427, kind: 'octet' },
} as const satisfies Record<string, { tag: number; kind: Kind }>;

export type Command = keyof typeof COMMANDS;

interface ValueOf {
  octet: number;
  pair: number;
  text: string;
  octets: Buffer;
}
type Mandatory = (typeof COMMANDS)[Command]['layout'][number];

/** Every parameter by its name in the specification. */
export type Parameters = {
  [P in Mandatory as P[0]]?: ValueOf[P[1]];
} & {
  [N in keyof typeof TLVS]?: ValueOf[(typeof TLVS)[N]['kind']];
};

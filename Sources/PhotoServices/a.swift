import Foundation
import FoundationXML
import CSoup
import CGdkPixbuf
import GLibBridge
public func s() { let x = XMLParser(data: Data()); _ = x.parse(); _ = soup_session_new(); g_usleep(1) }
